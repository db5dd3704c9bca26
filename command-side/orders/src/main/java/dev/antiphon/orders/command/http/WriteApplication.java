package dev.antiphon.orders.command.http;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The endpoints of this war, those of Antiphon's jars included, directly below its context root. */
@ApplicationPath("/")
public class WriteApplication extends Application {}
