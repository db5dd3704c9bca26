package dev.antiphon.orders.query;

import dev.antiphon.query.Page;
import dev.antiphon.query.Paging;
import dev.antiphon.query.Parameters;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.Select;
import dev.antiphon.query.changes.ChangeStream;
import dev.antiphon.query.changes.Pushed;
import dev.antiphon.query.ee.PageParameters;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Orders and returns. */
@Path("orders")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
public class OrderResource {

    private static final String SELECT = """
            select order_id, kind, status, customer_id, currency, total_minor, line_count, item_count, ordered_at,
                   version, updated_at
            from order_summary""";

    private static final Pushed<OrderSummary> CHANGES = new Pushed<>(
            "order_summary", SELECT + " where order_id = any (?)", OrderSummary.class, OrderSummary::orderId);

    private static final Paging<OrderSummary> PAGING =
            Paging.by(OrderSummary.class, "orderId").sortedBy("-orderedAt", "totalMinor");

    @Inject
    ReadStore db;

    @GET
    @Path("{id}/summary")
    @ReadModel(projection = "order_summary", of = "order", aggregate = "id", immediate = "/write/orders/{id}")
    public OrderSummary summary(@PathParam("id") String id) {
        return db.one(SELECT + " where order_id = ?", OrderSummary.class, id);
    }

    /** One order as it changes. */
    @GET
    @Path("{id}/changes")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @ReadModel(projection = "order_summary", of = "order")
    public ChangeStream<OrderSummary> changes(@PathParam("id") String id) {
        return ChangeStream.of(CHANGES, id);
    }

    /** The orders of a list as they change. */
    @GET
    @Path("changes")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @ReadModel(projection = "order_summary", of = "order")
    public ChangeStream<OrderSummary> listChanges(
            @QueryParam("status") @Nullable OrderStatus status, @QueryParam("customer") @Nullable String customer) {
        var stream = ChangeStream.of(CHANGES);
        if (customer != null) {
            stream = stream.within(order -> customer.equals(order.customerId()));
        }
        return status == null ? stream : stream.where(order -> order.status() == status);
    }

    /** The newest first, unless sorted otherwise; the days are of UTC, both included. */
    @GET
    @ReadModel(projection = "order_summary", of = "order")
    public Page<OrderSummary> orders(
            @QueryParam("status") @Nullable OrderStatus status,
            @QueryParam("customer") @Nullable String customer,
            @QueryParam("from") @Nullable LocalDate from,
            @QueryParam("to") @Nullable LocalDate to,
            @BeanParam PageParameters page) {
        Parameters.inOrder("from", from, "to", to);
        var select = Select.of(SELECT)
                .filter("status = ?", status)
                .filter("customer_id = ?", customer)
                .filter("ordered_at >= ?", from == null ? null : midnight(from))
                .filter("ordered_at < ?", to == null ? null : midnight(to.plusDays(1)));
        return db.page(select, PAGING, page.request());
    }

    private static Instant midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
