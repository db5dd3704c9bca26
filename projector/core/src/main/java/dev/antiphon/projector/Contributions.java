package dev.antiphon.projector;

import java.util.List;

/** What the aggregates of the running transaction add to a {@link RunningSum}; the last call for an aggregate wins. */
public interface Contributions {

    /**
     * Sets what an aggregate counts for: the sum changes by this minus what the aggregate counted before, also where
     * that was under another key. Setting the same again changes nothing.
     *
     * @param aggregateId whose part it is
     * @param key one value for each key column, none null
     * @param amounts one for each amount column
     */
    void contribute(String aggregateId, List<?> key, long... amounts);

    /** Takes away what an aggregate counted for; nothing happens if it did not count. */
    void withdraw(String aggregateId);
}
