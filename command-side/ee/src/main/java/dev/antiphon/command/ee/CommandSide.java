package dev.antiphon.command.ee;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.antiphon.command.CommandGateway;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.command.CommandSettings;
import dev.antiphon.command.idempotency.IdempotencyStep;
import dev.antiphon.command.idempotency.IdempotencyStore;
import dev.antiphon.command.outbox.JdbcOutbox;
import dev.antiphon.command.pipeline.ConflictRetryStep;
import dev.antiphon.command.pipeline.FailureLogStep;
import dev.antiphon.command.pipeline.HandlerRegistry;
import dev.antiphon.command.pipeline.HandlerStep;
import dev.antiphon.command.pipeline.MetricsStep;
import dev.antiphon.command.pipeline.PipelineGateway;
import dev.antiphon.command.pipeline.TracingStep;
import dev.antiphon.command.pipeline.TransactionStep;
import dev.antiphon.command.relay.Relay;
import dev.antiphon.command.relay.RelayLoop;
import dev.antiphon.command.relay.RelaySettings;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.command.start.WriteSchema;
import dev.antiphon.events.Backoff;
import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.EventModel;
import dev.antiphon.events.ee.config.DataSources;
import dev.antiphon.events.ee.config.KafkaSettings;
import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.events.ee.threads.OwnThreads;
import dev.antiphon.events.settings.CommonSettings;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.events.spi.EnvelopeStep;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.validation.ValidatorFactory;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Puts the command side of a war together: its one gateway and its one relay, from the beans and settings it finds. */
@ApplicationScoped
public class CommandSide {

    @Inject
    @Any
    Instance<CommandHandler<?, ?>> handlerBeans;

    @Inject
    @Any
    Instance<CommandMiddleware> middleware;

    @Inject
    @Any
    Instance<EnvelopeStep> envelopeSteps;

    @Inject
    @Any
    Instance<FaultPoint.Action> faults;

    @Inject
    @Any
    Instance<Clock> clocks;

    @Inject
    JtaTransactions transactions;

    @Inject
    JpaAggregates aggregates;

    @Inject
    ValidatorFactory validators;

    @Inject
    MeterRegistry metrics;

    @Resource
    ManagedThreadFactory threadFactory;

    private final HandlerRegistry handlers = new HandlerRegistry();
    private Settings settings;
    private DataSource dataSource;
    private OwnThreads threads;
    private Relay relay;
    private RelayLoop relayLoop;
    private IdempotencyStore idempotency;
    private CommandGateway gateway;

    /** Reads all declarations; whatever is wrong with them stops the deployment. */
    @PostConstruct
    void assemble() {
        settings = WarSettings.ofThisApplication();
        dataSource = DataSources.find(settings, CommandSettings.DATA_SOURCE);
        WriteSchema.check(dataSource);
        for (var handle : handlerBeans.handles()) {
            handlers.add(handle.getBean().getBeanClass(), handle.get());
        }
        var clock = clocks.isResolvable() ? clocks.get() : Clock.systemUTC();
        threads = new OwnThreads(threadFactory);
        relay = new Relay(
                dataSource,
                KafkaSettings.read(settings),
                handlers.models().stream().map(EventModel::topic).toList(),
                relaySettings(),
                clock,
                metrics,
                faults.isResolvable() ? faults.get() : FaultPoint.Action.NONE);
        relayLoop = new RelayLoop(relay, dataSource, threads);
        idempotency = new IdempotencyStore(dataSource, settings.duration(CommandSettings.IDEMPOTENCY_RETENTION));
        gateway = new PipelineGateway(steps(), handlerStep(clock));
    }

    private RelaySettings relaySettings() {
        return new RelaySettings(
                UlidCreator.getUlid().toString(),
                settings.number(CommandSettings.RELAY_BATCH_SIZE),
                settings.duration(CommandSettings.RELAY_LEASE),
                settings.duration(CommandSettings.OUTBOX_RETENTION),
                settings.duration(CommandSettings.RELAY_SEND_TIMEOUT),
                settings.number(CommandSettings.TOPIC_PARTITIONS),
                new Backoff(
                        settings.duration(CommandSettings.RELAY_BACKOFF_FIRST),
                        settings.duration(CommandSettings.RELAY_BACKOFF_LONGEST)));
    }

    private HandlerStep handlerStep(Clock clock) {
        var service = settings.text(CommonSettings.SERVICE);
        var envelopes =
                new EnvelopeFactory(service, clock, envelopeSteps.stream().toList());
        return new HandlerStep(
                handlers,
                aggregates,
                envelopes,
                new JdbcOutbox(
                        dataSource,
                        transactions,
                        relayLoop::committed,
                        settings.bytes(CommandSettings.MAX_EVENT_SIZE)));
    }

    /** The chain around every handler, outermost first; the application's own steps stand in the transaction. */
    private List<CommandMiddleware> steps() {
        var steps = new ArrayList<CommandMiddleware>();
        steps.add(new MetricsStep(metrics));
        steps.add(ValidationStep.of(validators));
        steps.add(new TracingStep());
        steps.add(new FailureLogStep());
        steps.add(new ConflictRetryStep(transactions, settings.number(CommandSettings.ATTEMPTS)));
        steps.add(new IdempotencyStep(transactions, idempotency));
        steps.add(new TransactionStep(transactions));
        middleware.forEach(steps::add);
        return steps;
    }

    @Produces
    @ApplicationScoped
    CommandGateway gateway() {
        return gateway;
    }

    HandlerRegistry handlers() {
        return handlers;
    }

    public Settings settings() {
        return settings;
    }

    public DataSource dataSource() {
        return dataSource;
    }

    public Relay relay() {
        return relay;
    }

    public RelayLoop relayLoop() {
        return relayLoop;
    }

    public IdempotencyStore idempotency() {
        return idempotency;
    }

    /** Where relay and cleaning run. */
    public OwnThreads threads() {
        return threads;
    }
}
