package dev.antiphon.orders.query;

import dev.antiphon.query.Parameters;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.Select;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sales by day. */
@Path("daily-sales")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class DailySalesResource {

    @Inject
    ReadStore db;

    /** Both days included. */
    @GET
    @ReadModel(projection = "daily_sales", of = "order")
    public List<DailySales> dailySales(
            @QueryParam("from") @Nullable LocalDate from, @QueryParam("to") @Nullable LocalDate to) {
        Parameters.inOrder("from", from, "to", to);
        var select = Select.of("select day, currency, amount_minor, sale_count, return_count from daily_sales")
                .filter("day >= ?", from)
                .filter("day <= ?", to)
                .orderBy("day, currency");
        return db.list(select, DailySales.class);
    }
}
