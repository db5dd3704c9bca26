/**
 * The events of the shop: what the command side records and projections understand, and nothing else of either.
 *
 * <p>Money is in minor units of a currency (pence for GBP), never a fraction.
 */
@NullMarked
package dev.antiphon.orders.events;

import org.jspecify.annotations.NullMarked;
