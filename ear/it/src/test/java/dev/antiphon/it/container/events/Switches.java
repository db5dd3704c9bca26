package dev.antiphon.it.container.events;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What is broken for now. */
@Path("broken/{part}")
@ApplicationScoped
public class Switches {

    private final Set<String> broken = ConcurrentHashMap.newKeySet();

    @PUT
    public void set(@PathParam("part") String part) {
        broken.add(part);
    }

    @DELETE
    public void mend(@PathParam("part") String part) {
        broken.remove(part);
    }

    boolean isBroken(String part) {
        return broken.contains(part);
    }
}
