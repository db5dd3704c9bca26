package dev.antiphon.dev.importer;

/** Shown to the person who waits. Called by several threads. */
public interface ImportProgress {

    /**
     * A new phase begins; the one before is over.
     *
     * @param name what is being counted, such as {@code Reading lines}
     * @param total how many there will be, or -1 when nobody knows yet
     */
    void begin(String name, long total);

    /** So many more are done. */
    void advance(long count);

    /** The last phase is over. */
    void end();
}
