package dev.antiphon.it.container.events;

import jakarta.enterprise.context.RequestScoped;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Gives back what it was given. */
@Path("parcels")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class ParcelResource {

    @POST
    public Parcel send(@Valid Parcel parcel) {
        return new Parcel(
                parcel.id(),
                parcel.sentAt(),
                parcel.items(),
                parcel.note(),
                parcel.tags(),
                parcel.weights(),
                parcel.carrier());
    }
}
