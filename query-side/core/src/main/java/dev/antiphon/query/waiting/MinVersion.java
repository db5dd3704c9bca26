package dev.antiphon.query.waiting;

import dev.antiphon.query.InvalidParameterException;
import java.util.List;

/** The query parameter {@code minVersion}. */
public final class MinVersion {

    /** Its name. */
    public static final String PARAMETER = "minVersion";

    private MinVersion() {}

    /**
     * Reads it.
     *
     * @param values as given; not empty
     * @throws InvalidParameterException unless there is one, and it is a whole number from 1
     */
    public static long parse(List<String> values) {
        if (values.size() == 1 && values.get(0).matches("\\d{1,18}")) {
            var version = Long.parseLong(values.get(0));
            if (version >= 1) {
                return version;
            }
        }
        throw new InvalidParameterException(
                PARAMETER, "one whole number from 1, as a command answered it in X-Aggregate-Version");
    }
}
