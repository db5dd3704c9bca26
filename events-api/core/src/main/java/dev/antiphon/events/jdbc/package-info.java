/** Plain JDBC beside the transactions of a server. */
@NullMarked
package dev.antiphon.events.jdbc;

import org.jspecify.annotations.NullMarked;
