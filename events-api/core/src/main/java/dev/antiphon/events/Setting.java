package dev.antiphon.events;

import org.jspecify.annotations.Nullable;

/**
 * One setting of Antiphon, read through MicroProfile Config.
 *
 * @param name for example {@code antiphon.relay.batch-size}; in the environment {@code ANTIPHON_RELAY_BATCH_SIZE}
 * @param defaultValue null where there is none and the setting is required
 * @param description one sentence with the unit, as it stands in the README
 */
public record Setting(String name, @Nullable String defaultValue, String description) {}
