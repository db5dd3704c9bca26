package dev.antiphon.orders.projector;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Health and metrics of this war, from its context root on. */
@ApplicationPath("/")
public class ProjectorApplication extends Application {}
