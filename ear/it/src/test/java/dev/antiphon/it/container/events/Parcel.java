package dev.antiphon.it.container.events;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A body with all that bodies have, its parts in no alphabetical order.
 *
 * @param tags may be absent, as may sentAt, note, weights and carrier
 */
public record Parcel(
        @NotBlank String id,
        Instant sentAt,
        @Valid @NotEmpty List<Item> items,
        String note,
        List<@NotBlank String> tags,
        Map<String, @Positive Integer> weights,
        Carrier carrier) {

    /** Who brings it. */
    public enum Carrier {
        VAN,
        BIKE
    }

    /** One thing in it. */
    public record Item(@NotBlank String code, @Positive int quantity) {}
}
