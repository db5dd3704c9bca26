/** The write side's endpoints, below /write. */
@NullMarked
package dev.antiphon.orders.command.http;

import org.jspecify.annotations.NullMarked;
