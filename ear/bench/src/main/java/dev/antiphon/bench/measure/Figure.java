package dev.antiphon.bench.measure;

import java.util.List;

/** One question to the product's speed. */
public interface Figure {

    /** As it is called on the command line. */
    String name();

    /** One line that says what is measured against what. */
    String description();

    /**
     * Measures on servers of its own, which are gone when this returns.
     *
     * @return one result for each number that the figure consists of
     */
    List<Result> measure(Run run) throws Exception;
}
