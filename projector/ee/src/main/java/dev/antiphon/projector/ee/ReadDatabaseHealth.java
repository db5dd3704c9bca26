package dev.antiphon.projector.ee;

import dev.antiphon.events.ee.config.DataSources;
import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.events.ee.health.DataSourceHealth;
import dev.antiphon.events.ee.health.HealthCheck;
import dev.antiphon.projector.ProjectorSettings;
import jakarta.enterprise.context.ApplicationScoped;

/** Whether the read database answers. */
@ApplicationScoped
public class ReadDatabaseHealth implements HealthCheck {

    @Override
    public Result check() {
        return DataSourceHealth.check(
                "read-database", DataSources.find(WarSettings.ofThisApplication(), ProjectorSettings.DATA_SOURCE));
    }
}
