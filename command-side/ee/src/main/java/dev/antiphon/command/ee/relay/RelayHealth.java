package dev.antiphon.command.ee.relay;

import dev.antiphon.command.ee.CommandSide;
import dev.antiphon.events.ee.health.HealthCheck;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the relay is doing. A broker that is away does not make it down: commands go on and events wait. */
@ApplicationScoped
public class RelayHealth implements HealthCheck {

    @Inject
    CommandSide commandSide;

    @Override
    public Result check() {
        var data = new LinkedHashMap<String, Object>();
        try {
            var backlog = commandSide.relay().backlog();
            data.put("backlog", backlog.rows());
            data.put("oldestSeconds", backlog.age().toSeconds());
        } catch (SQLException e) {
            return new Result("relay", false, Map.of("error", "The write database does not answer"));
        }
        data.put("lanes", commandSide.relay().lanes());
        if (commandSide.relay().failing() != null) {
            data.put("waiting", "Kafka cannot be written to; events wait in the outbox");
        }
        return new Result("relay", true, data);
    }
}
