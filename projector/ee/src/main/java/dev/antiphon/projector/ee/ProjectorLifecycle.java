package dev.antiphon.projector.ee;

import dev.antiphon.events.ee.config.DataSources;
import dev.antiphon.events.ee.config.KafkaSettings;
import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.events.ee.threads.OwnThreads;
import dev.antiphon.events.settings.CommonSettings;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.ProjectorSettings;
import dev.antiphon.projector.consumer.KafkaTopicEnds;
import dev.antiphon.projector.consumer.Projector;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.SchemaCheck;
import dev.antiphon.projector.letters.LetterShipper;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Stage;
import dev.antiphon.projector.verify.RegularVerification;
import dev.antiphon.projector.verify.VerificationMetrics;
import dev.antiphon.projector.verify.VerifySettings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the projections with the war and stops them with it. A mistake in a projection, a setting or the schema stops
 * the deployment; a read database or a Kafka that is away does not, the projections wait for them.
 *
 * <p>What is declared is read during the deployment; the consumers begin right after it, from a timer. While a war is
 * being deployed a server may close and open its jars, and a class that fails to initialize then is lost for good.
 */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
public class ProjectorLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectorLifecycle.class);

    @Resource
    ManagedThreadFactory threadFactory;

    @Resource
    TimerService timers;

    @Inject
    ProjectionBeans projections;

    @Inject
    RunningProjectors running;

    @Inject
    PrometheusMeterRegistry meters;

    @Inject
    @Any
    Instance<Stage> stages;

    @Inject
    @Any
    Instance<FaultPoint> faultPoints;

    @Inject
    @Any
    Instance<Clock> clocks;

    private OwnThreads threads;

    @PostConstruct
    void prepare() {
        threads = new OwnThreads(threadFactory);
        var settings = WarSettings.ofThisApplication();
        var options = ProjectorConfiguration.read(settings);
        var dataSource = DataSources.find(settings, ProjectorSettings.DATA_SOURCE);
        var definitions = projections.find();
        if (definitions.isEmpty()) {
            LOG.warn("This application has no projection: none of its beans has @Projection");
        }
        checkSchema(dataSource, definitions);
        for (var definition : definitions) {
            running.add(projector(definition, settings, options, dataSource));
        }
        running.shipper(new LetterShipper(dataSource, KafkaSettings.read(settings)));
        verification(definitions, settings, dataSource).ifPresent(running::verification);
        timers.createSingleActionTimer(1, new TimerConfig("antiphon-projector", false));
    }

    @Timeout
    void start() {
        running.start(threads);
    }

    private static void checkSchema(DataSource dataSource, List<ProjectionDefinition> definitions) {
        try {
            SchemaCheck.check(dataSource, definitions);
        } catch (SQLException e) {
            LOG.warn("The read database is away, its schema is not checked: {}", e.getMessage());
        }
    }

    private Projector projector(
            ProjectionDefinition definition, Settings settings, ProjectorOptions options, DataSource dataSource) {
        return Projector.of(definition)
                .service(settings.text(CommonSettings.SERVICE))
                .readDatabase(dataSource)
                .kafka(KafkaSettings.read(settings))
                .options(ProjectorConfiguration.forProjection(options, settings, definition.key()))
                .meters(meters)
                .stages(stages.stream().toList())
                .faultPoint(faultPoints.isResolvable() ? faultPoints.get() : FaultPoint.NONE)
                .clock(clocks.isResolvable() ? clocks.get() : Clock.systemUTC())
                .build();
    }

    private Optional<RegularVerification> verification(
            List<ProjectionDefinition> definitions, Settings settings, DataSource readDatabase) {
        var interval = settings.duration(ProjectorSettings.VERIFY_INTERVAL);
        if (interval.isZero()) {
            return Optional.empty();
        }
        var kafka = KafkaSettings.read(settings);
        return Optional.of(new RegularVerification(
                DataSources.find(settings, ProjectorSettings.VERIFY_DATA_SOURCE),
                readDatabase,
                () -> new KafkaTopicEnds(kafka),
                definitions,
                interval,
                VerifySettings.defaults().perSecond(settings.count(ProjectorSettings.VERIFY_RATE)),
                new VerificationMetrics(meters)));
    }

    @PreDestroy
    void stop() {
        running.stop(
                ProjectorConfiguration.read(WarSettings.ofThisApplication()).stopTimeout());
        threads.close();
    }
}
