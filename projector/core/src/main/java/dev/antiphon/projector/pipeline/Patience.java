package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.spi.Failure;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does work of an operator again that has lost to consumers: they wait for nobody, so it does. */
public final class Patience {

    private static final Logger LOG = LoggerFactory.getLogger(Patience.class);

    private Patience() {}

    /**
     * Does it until it no longer loses locks to others.
     *
     * @param limit how long it goes on trying
     * @throws Exception what it failed with otherwise, or in the end
     */
    public static <T> T with(Duration limit, Callable<T> work) throws Exception {
        var giveUpAt = System.nanoTime() + limit.toNanos();
        while (true) {
            try {
                return work.call();
            } catch (Exception e) {
                if (Failures.of(e).kind() != Failure.Kind.CONTENDED || System.nanoTime() > giveUpAt) {
                    throw e;
                }
                LOG.debug("Lost to others and is tried again", e);
            }
        }
    }
}
