package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.spi.Outcome;
import java.time.Instant;
import java.util.List;

/**
 * What a committed batch has done.
 *
 * @param outcomes one for each record, none postponed
 * @param databaseTime when the transaction began, on the database's clock
 */
public record BatchResult(List<Outcome> outcomes, Instant databaseTime) {}
