/** Settings through MicroProfile Config, and what comes from outside: clock, data sources, Kafka. */
@NullMarked
package dev.antiphon.events.ee.config;

import org.jspecify.annotations.NullMarked;
