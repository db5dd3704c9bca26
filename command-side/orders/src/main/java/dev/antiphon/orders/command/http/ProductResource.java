package dev.antiphon.orders.command.http;

import dev.antiphon.command.ee.WriteStore;
import dev.antiphon.command.ee.http.Commands;
import dev.antiphon.command.ee.http.ReadModelAt;
import dev.antiphon.orders.command.product.ListProduct;
import dev.antiphon.orders.command.product.Product;
import dev.antiphon.orders.command.product.RenameProduct;
import dev.antiphon.orders.command.product.RepriceProduct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Commands on products, and a product as it is now. */
@Path("products")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@ReadModelAt("/read/products/{id}")
@ApplicationScoped
public class ProductResource {

    /** Body of {@code PUT name}. */
    @Schema(examples = "{\"name\":\"HEART\"}")
    public record NewName(String name) {}

    /** Body of {@code PUT price}. */
    @Schema(examples = "{\"price\":2.95,\"currency\":\"GBP\"}")
    public record NewPrice(BigDecimal price, String currency) {}

    @Inject
    Commands commands;

    @Inject
    WriteStore store;

    @POST
    public Response list(@NotNull ListProduct product, @Context UriInfo request) {
        return commands.create(product, request);
    }

    @PUT
    @Path("{id}/name")
    public Response rename(@PathParam("id") String id, @NotNull NewName body) {
        return commands.send(new RenameProduct(id, body.name()));
    }

    @PUT
    @Path("{id}/price")
    public Response reprice(@PathParam("id") String id, @NotNull NewPrice body) {
        return commands.send(new RepriceProduct(id, body.price(), body.currency()));
    }

    /** Immediate: from the write store, without any wait (rule S5). */
    @GET
    @Path("{id}")
    public ProductView get(@PathParam("id") String id) {
        return store.read(Product.class, id, ProductView::of);
    }
}
