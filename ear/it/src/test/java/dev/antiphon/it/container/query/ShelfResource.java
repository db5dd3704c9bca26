package dev.antiphon.it.container.query;

import dev.antiphon.query.ReadModel;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.changes.ChangeStream;
import dev.antiphon.query.changes.Pushed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

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
    public List<Shelf> shelves() {
        return db.list("select shelf_id, articles, version from shelf order by shelf_id", Shelf.class);
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
