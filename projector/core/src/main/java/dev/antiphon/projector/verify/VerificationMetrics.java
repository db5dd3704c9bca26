package dev.antiphon.projector.verify;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What the last verifications have found, as gauges; those of a projection are there once it was verified. */
public final class VerificationMetrics implements AutoCloseable {

    private final MeterRegistry registry;
    private final Map<String, Verifications.State> states = new ConcurrentHashMap<>();
    private final List<Meter> meters = new CopyOnWriteArrayList<>();

    public VerificationMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void tell(String projection, Verifications.State state) {
        if (states.put(projection, state) == null) {
            register(projection);
        }
    }

    private void register(String projection) {
        var tags = Tags.of("projection", projection);
        for (var kind : Drift.Kind.values()) {
            gauge(
                    "antiphon.projection.drift",
                    "Differences from the write store that the last verification has found and not mended",
                    null,
                    tags.and("kind", kind.word()),
                    projection,
                    state -> state.drift().get(kind));
        }
        gauge(
                "antiphon.projection.verified.aggregates",
                "Aggregates that the last verification has compared",
                null,
                tags,
                projection,
                Verifications.State::compared);
        gauge(
                "antiphon.projection.verified.undecided",
                "Aggregates that the last verification could not judge, since their events had not arrived in time",
                null,
                tags,
                projection,
                Verifications.State::undecided);
        gauge(
                "antiphon.projection.verified.time",
                "When the last verification came to its end, since the beginning of 1970",
                "seconds",
                tags,
                projection,
                state -> state.finishedAt().getEpochSecond());
    }

    private void gauge(
            String name,
            String description,
            @Nullable String unit,
            Tags tags,
            String projection,
            ToDoubleFunction<Verifications.State> value) {
        meters.add(Gauge.builder(name, states, all -> value.applyAsDouble(all.get(projection)))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
