package dev.antiphon.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.antiphon.bench.measure.Result;
import java.util.List;
import java.util.Locale;

/** Results as text. */
final class Report {

    private static final String ROW = "%-28s %-11s %12s %12s %7s  %-16s %-7s %7s%n";
    private static final JsonMapper JSON = new JsonMapper();

    private Report() {}

    /** The whole table, with a line for each result. */
    static String table(List<Result> results) {
        StringBuilder table = new StringBuilder(
                ROW.formatted("figure", "unit", "product", "raw", "ratio", "required", "", "samples"));
        results.forEach(each -> table.append(ROW.formatted(
                each.figure(),
                each.unit(),
                number(each.product()),
                number(each.raw()),
                String.format(Locale.ROOT, "%.2f", each.ratio()),
                each.bar().text(),
                each.reachesBar() ? "reached" : "MISSED",
                each.samples())));
        return table.toString();
    }

    /** One object on one line. */
    static String json(Result result) {
        ObjectNode line = JSON.createObjectNode();
        line.put("figure", result.figure());
        line.put("unit", result.unit());
        line.put("product", rounded(result.product()));
        line.put("raw", rounded(result.raw()));
        line.put("ratio", rounded(result.ratio()));
        line.put("samples", result.samples());
        return line.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%,.2f" : "%,.0f", value);
    }

    private static double rounded(double value) {
        return Double.isFinite(value) ? Math.round(value * 1000) / 1000.0 : value;
    }
}
