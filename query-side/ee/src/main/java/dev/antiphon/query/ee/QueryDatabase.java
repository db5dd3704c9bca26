package dev.antiphon.query.ee;

import dev.antiphon.events.ee.config.DataSources;
import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.events.ee.health.DataSourceHealth;
import dev.antiphon.events.ee.health.HealthCheck;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.query.QuerySettings;
import dev.antiphon.query.ReadFailedException;
import dev.antiphon.query.ReadSchema;
import dev.antiphon.query.ReadStore;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The read database: a missing schema stops the deployment; a database that is away does not, but the war is not ready
 * before it is back and its schema is found.
 */
@ApplicationScoped
public class QueryDatabase implements HealthCheck {

    private static final Logger LOG = LoggerFactory.getLogger(QueryDatabase.class);
    private static final String NAME = "query-database";

    private Settings settings;
    private DataSource dataSource;
    private volatile boolean checked;

    @PostConstruct
    void find() {
        settings = WarSettings.ofThisApplication();
        dataSource = DataSources.find(settings, QuerySettings.DATASOURCE);
    }

    void start(@Observes @Initialized(ApplicationScoped.class) Object started) {
        try {
            checkSchema();
        } catch (ReadFailedException e) {
            LOG.warn("{} The war starts, and is ready when the database is back.", e.getMessage());
        }
    }

    /** What resources read with. */
    @Produces
    @Singleton
    ReadStore store() {
        return new ReadStore(dataSource, settings.duration(QuerySettings.TIMEOUT));
    }

    DataSource dataSource() {
        return dataSource;
    }

    @Override
    public Result check() {
        var result = DataSourceHealth.check(NAME, dataSource);
        if (result.up() && !checked) {
            checkSchema();
        }
        return result;
    }

    private void checkSchema() {
        ReadSchema.check(dataSource);
        checked = true;
    }
}
