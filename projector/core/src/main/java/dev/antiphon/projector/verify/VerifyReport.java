package dev.antiphon.projector.verify;

import java.util.List;
import java.util.Map;

/**
 * What a verification has found in one projection.
 *
 * @param compared how many aggregates were compared
 * @param drift how many differences there were of each kind, mended ones included; kinds without any are missing
 * @param told the first differences
 * @param healed how many aggregates and sums were mended
 * @param undecided how many aggregates could not be judged, since their events had not arrived in time
 * @param why why not; empty if all could
 */
public record VerifyReport(
        String projection,
        long compared,
        Map<Drift.Kind, Long> drift,
        List<Drift> told,
        long healed,
        long undecided,
        String why) {

    /** How many differences there were. */
    public long drifted() {
        return drift.values().stream().mapToLong(Long::longValue).sum();
    }
}
