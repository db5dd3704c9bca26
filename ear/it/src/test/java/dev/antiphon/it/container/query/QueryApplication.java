package dev.antiphon.it.container.query;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Everything of this war lies right below its context root. */
@ApplicationPath("/")
public class QueryApplication extends Application {}
