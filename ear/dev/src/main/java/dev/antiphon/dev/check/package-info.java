/** What the doctor looks at. Each check only looks, changes nothing, and says what to do about what it finds. */
@NullMarked
package dev.antiphon.dev.check;

import org.jspecify.annotations.NullMarked;
