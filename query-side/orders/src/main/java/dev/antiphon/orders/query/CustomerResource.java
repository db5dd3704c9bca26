package dev.antiphon.orders.query;

import dev.antiphon.query.ReadModel;
import dev.antiphon.query.ReadStore;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** Customers, as far as their orders tell of them. */
@Path("customers")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
public class CustomerResource {

    @Inject
    ReadStore db;

    /** By currency; empty for a customer without confirmed orders. */
    @GET
    @Path("{id}/spend")
    @ReadModel(projection = "customer_spend", of = "order")
    public List<Spend> spend(@PathParam("id") String id) {
        return db.list("""
                select currency, amount_minor, sale_count, return_count
                from customer_spend
                where customer_id = ?
                order by currency""", Spend.class, id);
    }
}
