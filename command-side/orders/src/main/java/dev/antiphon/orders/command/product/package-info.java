/** Products: listed, renamed, repriced. */
@NullMarked
package dev.antiphon.orders.command.product;

import org.jspecify.annotations.NullMarked;
