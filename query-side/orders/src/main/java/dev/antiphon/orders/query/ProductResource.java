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

/** Products. */
@Path("products")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
public class ProductResource {

    @Inject
    ReadStore db;

    @GET
    @Path("{id}")
    @ReadModel(projection = "product_summary", of = "product", aggregate = "id", immediate = "/write/products/{id}")
    public ProductSummary product(@PathParam("id") String id) {
        return db.one("""
                select product_id, name, price_minor, currency, version, updated_at
                from product_summary
                where product_id = ?""", ProductSummary.class, id);
    }
}
