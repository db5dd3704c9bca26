/** The OpenAPI document of a war: made in the build, completed with what the framework does, and served. */
@NullMarked
package dev.antiphon.events.ee.openapi;

import org.jspecify.annotations.NullMarked;
