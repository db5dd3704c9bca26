/** What users of the projector may implement: further stages for records, and fault points for tests. */
@NullMarked
package dev.antiphon.projector.spi;

import org.jspecify.annotations.NullMarked;
