package dev.antiphon.command.idempotency;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.Violation;
import dev.antiphon.events.EventJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a command ended, as it is kept for a repeated request. The HTTP answer follows from it, so it is the same. */
record Outcome(
        @Nullable String aggregateType,
        @Nullable String id,
        long version,
        @Nullable String refusedCode,
        @Nullable String refusedDetail,
        List<Violation> violations) {

    static Outcome of(CommandResult result) {
        return new Outcome(result.aggregateType(), result.id(), result.version(), null, null, List.of());
    }

    static Outcome of(CommandRefusedException refusal) {
        return new Outcome(null, null, 0, refusal.code(), refusal.getMessage(), refusal.violations());
    }

    String toJson() {
        return EventJson.write(this);
    }

    static Outcome fromJson(String json) {
        return EventJson.read(json.getBytes(StandardCharsets.UTF_8), Outcome.class);
    }

    CommandResult replay() {
        if (refusedCode != null) {
            throw CommandRefusedException.rule(refusedCode, String.valueOf(refusedDetail), violations)
                    .asReplayed();
        }
        return new CommandResult(String.valueOf(aggregateType), String.valueOf(id), version, true);
    }
}
