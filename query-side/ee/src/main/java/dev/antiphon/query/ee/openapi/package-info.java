/** What the OpenAPI document of a read side says of every operation. */
@NullMarked
package dev.antiphon.query.ee.openapi;

import org.jspecify.annotations.NullMarked;
