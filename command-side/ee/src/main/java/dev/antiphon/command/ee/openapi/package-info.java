/** What the OpenAPI document of a write side says of every operation. */
@NullMarked
package dev.antiphon.command.ee.openapi;

import org.jspecify.annotations.NullMarked;
