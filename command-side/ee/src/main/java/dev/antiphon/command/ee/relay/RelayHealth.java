package dev.antiphon.command.ee.relay;

import dev.antiphon.command.ee.CommandSide;
import dev.antiphon.command.relay.Backlog;
import dev.antiphon.events.ee.health.HealthCheck;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the relay is doing. A broker that is away does not make it down: commands go on and events wait. A relay that could
 * send and does not is down.
 */
@ApplicationScoped
public class RelayHealth implements HealthCheck {

    /** Longer than anything the relay waits for by itself. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    @Inject
    CommandSide commandSide;

    @Override
    public Result check() {
        var relay = commandSide.relay();
        var data = new LinkedHashMap<String, Object>();
        Backlog backlog;
        try {
            backlog = relay.backlog();
            data.put("backlog", backlog.rows());
            data.put("oldestSeconds", backlog.age().toSeconds());
            data.put("parked", relay.parked());
        } catch (SQLException e) {
            return new Result("relay", false, Map.of("error", "The write database does not answer"));
        }
        data.put("lanes", relay.lanes());
        var paused = relay.pausedTopics().keySet();
        if (!paused.isEmpty()) {
            data.put("pausedTopics", paused);
        }
        if (relay.failing() != null) {
            data.put("waiting", "Kafka cannot be written to; events wait in the outbox");
        }
        var idle = relay.idle();
        var stuck = backlog.age().compareTo(STUCK) > 0 && idle.compareTo(STUCK) > 0;
        if (stuck) {
            data.put(
                    "error",
                    "Events wait, but the relay of this node has tried nothing for " + idle.toSeconds() + " s");
        }
        return new Result("relay", !stuck, data);
    }
}
