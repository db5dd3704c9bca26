package dev.antiphon.projector.snapshots;

/** Hears how a rebuild or a verification goes; on the thread that runs it. */
public interface SnapshotProgress {

    /** Tells nobody. */
    SnapshotProgress SILENT = new SnapshotProgress() {
        @Override
        public void begin(String projections, long aggregates) {}

        @Override
        public void advance(long aggregates) {}

        @Override
        public void end() {}
    };

    /** Some projections begin, which are made of the same snapshots; about so many aggregates are to be read. */
    void begin(String projections, long aggregates);

    /** So many more aggregates are in all of them. */
    void advance(long aggregates);

    /** These projections are done. */
    void end();
}
