/**
 * The read database by plain JDBC: the facade for handlers, and the framework's tables in schema {@code antiphon}.
 * Internal. Everything works on the connection of the running transaction and never commits it.
 */
@NullMarked
package dev.antiphon.projector.jdbc;

import org.jspecify.annotations.NullMarked;
