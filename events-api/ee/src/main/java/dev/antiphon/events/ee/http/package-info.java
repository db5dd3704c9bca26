/** What all wars speak over HTTP: JSON, problem documents and correlation ids. */
@NullMarked
package dev.antiphon.events.ee.http;

import org.jspecify.annotations.NullMarked;
