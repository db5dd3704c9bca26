package dev.antiphon.torture.evidence;

import dev.antiphon.torture.check.Evidence.ReadModel;
import dev.antiphon.torture.system.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The read models, and what they have to be by SQL on the tables of the write store: from lines, not from totals. */
final class Models {

    private static final String ORDERS = """
            with priced as (
                select o.*, l.total, l.lines, l.items
                  from orders o cross join lateral (
                       select sum(quantity * unit_price_minor) total, count(*) lines, sum(quantity) items
                         from order_line where order_id = o.id) l)
            """;

    private record Queries(String write, String read) {}

    private static final Map<String, Queries> QUERIES = new LinkedHashMap<>();

    static {
        QUERIES.put("order_summary", new Queries(ORDERS + """
                        select id, kind, status, customer_id, currency, total, lines, items, ordered_at, version, changed_at
                          from priced""", """
                        select order_id, kind, status, customer_id, currency, total_minor, line_count, item_count,
                               ordered_at, version, updated_at
                          from order_summary"""));
        QUERIES.put(
                "product_summary",
                new Queries(
                        "select id, name, price_minor, currency, version, changed_at from product",
                        "select product_id, name, price_minor, currency, version, updated_at from product_summary"));
        QUERIES.put("customer_spend", new Queries(ORDERS + """
                        select customer_id, currency, sum(case kind when 'SALE' then total else -total end)::bigint,
                               count(*) filter (where kind = 'SALE'), count(*) filter (where kind = 'RETURN')
                          from priced where status in ('CONFIRMED', 'SHIPPED') and customer_id is not null group by 1, 2""", """
                        select customer_id, currency, amount_minor, sale_count, return_count from customer_spend
                         where amount_minor <> 0 or sale_count <> 0 or return_count <> 0"""));
        QUERIES.put("daily_sales", new Queries(ORDERS + """
                        select (ordered_at at time zone 'UTC')::date, currency,
                               sum(case kind when 'SALE' then total else -total end)::bigint,
                               count(*) filter (where kind = 'SALE'), count(*) filter (where kind = 'RETURN')
                          from priced where status in ('CONFIRMED', 'SHIPPED') group by 1, 2""", """
                        select day, currency, amount_minor, sale_count, return_count from daily_sales
                         where amount_minor <> 0 or sale_count <> 0 or return_count <> 0"""));
    }

    private Models() {}

    static List<ReadModel> of(Database write, Database read) throws SQLException {
        var models = new ArrayList<ReadModel>();
        for (var each : QUERIES.entrySet()) {
            models.add(new ReadModel(
                    each.getKey(),
                    Rows.texts(write, each.getValue().write()),
                    Rows.texts(read, each.getValue().read())));
        }
        return models;
    }
}
