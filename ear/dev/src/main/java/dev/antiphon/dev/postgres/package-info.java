/** PostgreSQL as a process of ours, its databases and roles, and the schema in them. */
@NullMarked
package dev.antiphon.dev.postgres;

import org.jspecify.annotations.NullMarked;
