/** What users of the event model may implement. */
@NullMarked
package dev.antiphon.events.spi;

import org.jspecify.annotations.NullMarked;
