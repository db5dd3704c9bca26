package dev.antiphon.projector;

import java.util.regex.Pattern;

/** Which names of tables and columns are put into SQL text: plain lower-case ones, with a schema where wanted. */
final class SqlNames {

    private static final Pattern FORM = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

    private SqlNames() {}

    static String check(String name) {
        if (!FORM.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no plain lower-case name of a table or column, such as order_summary.");
        }
        return name;
    }
}
