/** Health of a war under its own context root, from checks that are CDI beans. */
@NullMarked
package dev.antiphon.events.ee.health;

import org.jspecify.annotations.NullMarked;
