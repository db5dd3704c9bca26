package dev.antiphon.bench.bare;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Everything of the bare war lies right below its context root. */
@ApplicationPath("/")
public class BareApplication extends Application {}
