/** The states of aggregates as the write store has them (rule S3): what rebuilds and verifications read. */
@NullMarked
package dev.antiphon.projector.snapshots;

import org.jspecify.annotations.NullMarked;
