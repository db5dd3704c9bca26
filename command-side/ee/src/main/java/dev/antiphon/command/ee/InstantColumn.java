package dev.antiphon.command.ee;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.sql.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Instants in columns with a time zone; Jakarta Persistence 3.1 does not know them by itself. */
@Converter(autoApply = true)
public class InstantColumn implements AttributeConverter<Instant, Timestamp> {

    @Override
    public @Nullable Timestamp convertToDatabaseColumn(@Nullable Instant instant) {
        return instant == null ? null : Timestamp.from(instant);
    }

    @Override
    public @Nullable Instant convertToEntityAttribute(@Nullable Timestamp column) {
        return column == null ? null : column.toInstant();
    }
}
