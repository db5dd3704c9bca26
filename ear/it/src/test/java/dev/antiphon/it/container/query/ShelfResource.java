package dev.antiphon.it.container.query;

import dev.antiphon.query.Page;
import dev.antiphon.query.Paging;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.Select;
import dev.antiphon.query.changes.ChangeStream;
import dev.antiphon.query.changes.Pushed;
import dev.antiphon.query.ee.PageParameters;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.jspecify.annotations.Nullable;

/** Shelves, and a query that is none. */
@Path("shelves")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ShelfResource {

    private static final Pushed<Shelf> CHANGES = new Pushed<>(
            "shelf",
            "select shelf_id, articles, version from shelf where shelf_id = any (?)",
            Shelf.class,
            Shelf::shelfId);

    private static final Paging<Shelf> PAGING =
            Paging.by(Shelf.class, "shelfId").sortedBy("shelfId", "articles").pagesOf(100, 100);

    @Inject
    ReadStore db;

    @GET
    @Path("{id}")
    @ReadModel(projection = "shelf", of = "shelf", aggregate = "id", immediate = "/write/shelves/{id}")
    public Shelf shelf(@PathParam("id") String id) {
        return db.one("select shelf_id, articles, version from shelf where shelf_id = ?", Shelf.class, id);
    }

    @GET
    @ReadModel(projection = "shelf", of = "shelf")
    public Page<Shelf> shelves(@QueryParam("version") @Nullable Long version, @BeanParam PageParameters page) {
        return db.page(
                Select.of("select shelf_id, articles, version from shelf").filter("version = ?", version),
                PAGING,
                page.request());
    }

    @GET
    @Path("{id}/changes")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @ReadModel(projection = "shelf", of = "shelf")
    public ChangeStream<Shelf> changes(@PathParam("id") String id) {
        return ChangeStream.of(CHANGES, id);
    }

    @GET
    @Path("changes")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @ReadModel(projection = "shelf", of = "shelf")
    public ChangeStream<Shelf> filled() {
        return ChangeStream.of(CHANGES).where(shelf -> shelf.articles() > 0);
    }

    @GET
    @Path("{id}/emptied")
    public Shelf empty(@PathParam("id") String id) {
        return db.one(
                "update shelf set articles = 0 where shelf_id = ? returning shelf_id, articles, version",
                Shelf.class,
                id);
    }
}
