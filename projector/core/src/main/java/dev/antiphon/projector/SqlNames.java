package dev.antiphon.projector;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Which names of tables and columns are put into SQL text: plain lower-case ones, with a schema where wanted. */
final class SqlNames {

    private static final Pattern FORM = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

    /** They come from the code of projections, so there are few, and each event names them again. */
    private static final Set<String> PLAIN = ConcurrentHashMap.newKeySet();

    private SqlNames() {}

    static String check(String name) {
        if (!PLAIN.contains(name)) {
            if (!FORM.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "'" + name + "' is no plain lower-case name of a table or column, such as order_summary.");
            }
            PLAIN.add(name);
        }
        return name;
    }
}
