package dev.antiphon.command.ee.relay;

import dev.antiphon.command.ee.CommandSide;
import dev.antiphon.events.ee.health.DataSourceHealth;
import dev.antiphon.events.ee.health.HealthCheck;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Whether the write database answers. */
@ApplicationScoped
public class WriteDatabaseHealth implements HealthCheck {

    @Inject
    CommandSide commandSide;

    @Override
    public Result check() {
        return DataSourceHealth.check("write-database", commandSide.dataSource());
    }
}
