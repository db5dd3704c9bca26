package com.example.library.query;

import dev.antiphon.query.Page;
import dev.antiphon.query.Paging;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.Select;
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
import org.jspecify.annotations.Nullable;

@Path("books")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class BookResource {

    private static final String SELECT = "select book_id, title, member, version from book_list";

    private static final Paging<ListedBook> PAGING =
            Paging.by(ListedBook.class, "bookId").sortedBy("title");

    @Inject
    ReadStore db;

    @GET
    @Path("{id}")
    @ReadModel(projection = "book_list", of = "book", aggregate = "id", immediate = "/write/books/{id}")
    public ListedBook book(@PathParam("id") String id) {
        return db.one(SELECT + " where book_id = ?", ListedBook.class, id);
    }

    @GET
    @ReadModel(projection = "book_list", of = "book")
    public Page<ListedBook> books(@QueryParam("member") @Nullable String member, @BeanParam PageParameters page) {
        return db.page(Select.of(SELECT).filter("member = ?", member), PAGING, page.request());
    }
}
