package dev.antiphon.projector.consumer;

import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;

/** How far a projection is behind, over all its threads on this node. */
final class Lags {

    private final List<Lag> lags;

    Lags(int threads, Clock clock) {
        lags = IntStream.range(0, threads).mapToObj(each -> new Lag(clock)).toList();
    }

    Lag ofThread(int number) {
        return lags.get(number);
    }

    long records() {
        return lags.stream().mapToLong(Lag::records).sum();
    }

    double seconds() {
        return lags.stream().mapToDouble(Lag::seconds).max().orElse(0);
    }
}
