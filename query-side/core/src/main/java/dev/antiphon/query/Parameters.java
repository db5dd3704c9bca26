package dev.antiphon.query;

import org.jspecify.annotations.Nullable;

/** Checks of query parameters that their type alone does not make. */
public final class Parameters {

    private Parameters() {}

    /**
     * The value, if it lies in the range, both ends included.
     *
     * @throws InvalidParameterException if it does not
     */
    public static int between(int lowest, int highest, String parameter, int value) {
        if (value < lowest || value > highest) {
            throw new InvalidParameterException(parameter, "between " + lowest + " and " + highest);
        }
        return value;
    }

    /**
     * Passes if one of the two is absent or the first is not behind the second.
     *
     * @throws InvalidParameterException if it is
     */
    public static <T extends Comparable<? super T>> void inOrder(
            String firstParameter, @Nullable T first, String secondParameter, @Nullable T second) {
        if (first != null && second != null && first.compareTo(second) > 0) {
            throw new InvalidParameterException(firstParameter, "at or before " + secondParameter);
        }
    }
}
