/** The write side of the shop: what its parts share. */
@NullMarked
package dev.antiphon.orders.command;

import org.jspecify.annotations.NullMarked;
