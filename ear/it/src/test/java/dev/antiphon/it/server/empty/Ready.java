package dev.antiphon.it.server.empty;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Answers as the application's health does. */
@Path("health/ready")
@RequestScoped
public class Ready {

    @GET
    public String ready() {
        return "UP";
    }
}
