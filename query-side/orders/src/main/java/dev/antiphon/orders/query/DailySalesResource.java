package dev.antiphon.orders.query;

import dev.antiphon.query.Page;
import dev.antiphon.query.Paging;
import dev.antiphon.query.Parameters;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.Select;
import dev.antiphon.query.ee.PageParameters;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Sales by day. */
@Path("daily-sales")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
public class DailySalesResource {

    /** A year of a shop with one currency is one page. */
    private static final Paging<DailySales> PAGING =
            Paging.by(DailySales.class, "day", "currency").sortedBy("day").pagesOf(366, 1000);

    @Inject
    ReadStore db;

    /** By day; both days included. */
    @GET
    @ReadModel(projection = "daily_sales", of = "order")
    public Page<DailySales> dailySales(
            @QueryParam("from") @Nullable LocalDate from,
            @QueryParam("to") @Nullable LocalDate to,
            @BeanParam PageParameters page) {
        Parameters.inOrder("from", from, "to", to);
        var select = Select.of("select day, currency, amount_minor, sale_count, return_count from daily_sales")
                .filter("day >= ?", from)
                .filter("day <= ?", to);
        return db.page(select, PAGING, page.request());
    }
}
