/** The shop's read model over HTTP: orders, products, what customers spend and what a day brings in. */
@NullMarked
package dev.antiphon.orders.query;

import org.jspecify.annotations.NullMarked;
