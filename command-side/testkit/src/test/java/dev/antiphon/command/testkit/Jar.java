package dev.antiphon.command.testkit;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Aggregates;
import dev.antiphon.command.Command;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.events.EventType;
import dev.antiphon.events.Topic;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.util.List;

/** A small aggregate for tests: a jar that holds ten sweets. */
class Jar extends Aggregate<Jar.Event> {

    @Topic("shop.store.jar")
    sealed interface Event permits Opened, Filled {}

    @EventType("jar.opened")
    record Opened(String id) implements Event {}

    @EventType("jar.filled")
    record Filled(String id, int sweets) implements Event {}

    record Open(@NotBlank String id) implements Command {}

    record Fill(@NotBlank String id, @NotEmpty List<@Valid Handful> handfuls) implements Command {}

    record Handful(@Positive int sweets) {}

    static final class OpenHandler implements CommandHandler<Open, Jar> {
        private Aggregates aggregates;

        @Override
        public Jar handle(Open command) {
            return aggregates.add(new Jar(command.id()));
        }
    }

    static final class FillHandler implements CommandHandler<Fill, Jar> {
        private final Aggregates aggregates;

        FillHandler(Aggregates aggregates) {
            this.aggregates = aggregates;
        }

        @Override
        public Jar handle(Fill command) {
            var jar = aggregates.load(Jar.class, command.id());
            command.handfuls().forEach(handful -> jar.fill(handful.sweets()));
            return jar;
        }
    }

    private final String id;
    private int sweets;

    Jar(String id) {
        this.id = id;
        record(new Opened(id));
    }

    void fill(int more) {
        if (sweets + more > 10) {
            throw CommandRefusedException.rule("jar-full", "Jar '" + id + "' holds ten sweets.");
        }
        sweets += more;
        record(new Filled(id, more));
    }

    int sweets() {
        return sweets;
    }

    @Override
    public String id() {
        return id;
    }
}
