package dev.antiphon.it.container.events;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Everything of this war lies right below its context root. */
@ApplicationPath("/")
public class EventsApplication extends Application {}
