/**
 * Loads a shop's order lines through the HTTP API. A file is read once, sorted on disk by invoice, and sent with bounded
 * concurrency; memory does not grow with the file. The server judges every line, the importer repeats no rule of it.
 */
@NullMarked
package dev.antiphon.dev.importer;

import org.jspecify.annotations.NullMarked;
