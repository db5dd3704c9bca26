package dev.antiphon.events;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * What a command answers, and a query takes, so that its sender reads its own write (rule S5): the aggregate and its
 * version after the command. Opaque to clients, but for one thing that they may rely on: what stands before the last
 * dot is the aggregate, what follows it the version, so that of two tokens with the same beginning the higher one does.
 * Not secret, and no proof of anything.
 *
 * @param aggregateType the entity, for example {@code order}
 * @param aggregateId the aggregate's id
 * @param version from 1
 */
public record ConsistencyToken(String aggregateType, String aggregateId, long version) {

    /** The header in which commands answer it and queries take it; several with commas between. */
    public static final String HEADER = "Consistency-Token";

    private static final Pattern FORM = Pattern.compile("([\\w-]+)\\.([1-9]\\d{0,17})");
    private static final char SEPARATOR = '/';

    /**
     * Reads what {@link #toString()} wrote.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public static ConsistencyToken parse(String text) {
        var parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("No consistency token");
        }
        var aggregate = decode(parts.group(1));
        var separator = aggregate.indexOf(SEPARATOR);
        if (separator < 1 || separator == aggregate.length() - 1 || aggregate.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("No consistency token");
        }
        return new ConsistencyToken(
                aggregate.substring(0, separator), aggregate.substring(separator + 1), Long.parseLong(parts.group(2)));
    }

    /** The form on the wire. */
    @Override
    public String toString() {
        var aggregate = (aggregateType + SEPARATOR + aggregateId).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(aggregate) + '.' + version;
    }

    private static String decode(String encoded) {
        try {
            var bytes = Base64.getUrlDecoder().decode(encoded);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("No consistency token", e);
        }
    }
}
