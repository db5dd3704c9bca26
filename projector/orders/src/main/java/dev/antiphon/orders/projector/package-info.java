/** The read models of the shop: one bean for each, which turns the events of orders or products into rows. */
@NullMarked
package dev.antiphon.orders.projector;

import org.jspecify.annotations.NullMarked;
