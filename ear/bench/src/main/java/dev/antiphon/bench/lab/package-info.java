/** The servers that are measured, and hands on their tables and topics. */
@NullMarked
package dev.antiphon.bench.lab;

import org.jspecify.annotations.NullMarked;
