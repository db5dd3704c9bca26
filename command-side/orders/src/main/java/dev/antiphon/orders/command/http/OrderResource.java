package dev.antiphon.orders.command.http;

import dev.antiphon.command.ee.WriteStore;
import dev.antiphon.command.ee.http.Commands;
import dev.antiphon.command.ee.http.ReadModelAt;
import dev.antiphon.orders.command.order.CancelOrder;
import dev.antiphon.orders.command.order.ConfirmOrder;
import dev.antiphon.orders.command.order.Order;
import dev.antiphon.orders.command.order.PlaceOrder;
import dev.antiphon.orders.command.order.ShipOrder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/** Commands on orders, and an order as it is now. */
@Path("orders")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@ReadModelAt("/read/orders/{id}/summary")
@ApplicationScoped
public class OrderResource {

    @Inject
    Commands commands;

    @Inject
    WriteStore store;

    @POST
    public Response place(@NotNull PlaceOrder order, @Context UriInfo request) {
        return commands.create(order, request);
    }

    @POST
    @Path("{id}/confirm")
    public Response confirm(@PathParam("id") String id) {
        return commands.send(new ConfirmOrder(id));
    }

    @POST
    @Path("{id}/ship")
    public Response ship(@PathParam("id") String id) {
        return commands.send(new ShipOrder(id));
    }

    @POST
    @Path("{id}/cancel")
    public Response cancel(@PathParam("id") String id) {
        return commands.send(new CancelOrder(id));
    }

    /** Immediate: from the write store, without any wait (rule S5). */
    @GET
    @Path("{id}")
    public OrderView get(@PathParam("id") String id) {
        return store.read(Order.class, id, OrderView::of);
    }
}
