package com.example.library.command;

import dev.antiphon.command.ee.WriteStore;
import dev.antiphon.command.ee.http.Commands;
import dev.antiphon.command.ee.http.ReadModelAt;
import dev.antiphon.command.ee.http.Versioned;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
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
import org.jspecify.annotations.Nullable;

@Path("books")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@ReadModelAt("/read/books/{id}")
@ApplicationScoped
public class BookResource {

    public record Loan(String member) {}

    public record BookView(
            String bookId, String title, @Nullable String member, long version) implements Versioned {}

    @Inject
    Commands commands;

    @Inject
    WriteStore store;

    @POST
    public Response acquire(@NotNull AcquireBook book, @Context UriInfo request) {
        return commands.create(book, request);
    }

    @PUT
    @Path("{id}/loan")
    public Response lend(@PathParam("id") String id, @NotNull Loan loan) {
        return commands.send(new LendBook(id, loan.member()));
    }

    @DELETE
    @Path("{id}/loan")
    public Response takeBack(@PathParam("id") String id) {
        return commands.send(new ReturnBook(id));
    }

    @GET
    @Path("{id}")
    public BookView book(@PathParam("id") String id) {
        return store.read(Book.class, id, book -> new BookView(book.id(), book.title(), book.member(), book.version()));
    }
}
