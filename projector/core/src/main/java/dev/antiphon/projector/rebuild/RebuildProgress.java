package dev.antiphon.projector.rebuild;

/** Hears how a rebuild goes; on the thread that runs it. */
public interface RebuildProgress {

    /** Tells nobody. */
    RebuildProgress SILENT = new RebuildProgress() {
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
