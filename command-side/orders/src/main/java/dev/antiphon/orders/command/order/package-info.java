/** Orders: placed with lines, confirmed, shipped, cancelled. */
@NullMarked
package dev.antiphon.orders.command.order;

import org.jspecify.annotations.NullMarked;
