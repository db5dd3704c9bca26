package dev.antiphon.it.server.empty;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Switches the resources of a war on. */
@ApplicationPath("/")
public class Nothing extends Application {}
