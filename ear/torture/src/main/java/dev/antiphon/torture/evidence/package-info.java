/** Where the evidence comes from: databases, topics and processes, looked at from outside. */
@NullMarked
package dev.antiphon.torture.evidence;

import org.jspecify.annotations.NullMarked;
