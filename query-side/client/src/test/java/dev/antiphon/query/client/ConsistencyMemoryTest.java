package dev.antiphon.query.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.events.ConsistencyToken;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConsistencyMemoryTest {

    private final AtomicLong nanoTime = new AtomicLong();
    private final ConsistencyMemory memory = new ConsistencyMemory(nanoTime::get);

    private static String token(String id, long version) {
        return new ConsistencyToken("order", id, version).toString();
    }

    @Test
    void keepsTheHighestOfEachAggregate() {
        memory.remember(token("1", 9));
        memory.remember(token("2", 1));
        memory.remember(token("1", 10));
        memory.remember(token("1", 8));

        assertThat(memory.tokensFor("/orders")).containsExactly(token("1", 10), token("2", 1));
    }

    @Test
    void forgetsAfterAMinute() {
        memory.remember(token("1", 1));
        nanoTime.addAndGet(Duration.ofSeconds(59).toNanos());
        memory.remember(token("2", 1));
        nanoTime.addAndGet(Duration.ofSeconds(2).toNanos());

        assertThat(memory.tokensFor("/orders")).containsExactly(token("2", 1));
    }

    @Test
    void sendsFewAndThoseThatThePathNamesFirst() {
        IntStream.rangeClosed(1, 2_000).forEach(i -> memory.remember(token("id/" + i, 1)));

        assertThat(memory.tokensFor("/read/orders/id/1001/summary"))
                .hasSize(16)
                .startsWith(token("id/1001", 1), token("id/2000", 1))
                .doesNotHaveDuplicates();
        assertThat(memory.tokensFor("/read/orders/id/1000")).doesNotContain(token("id/1000", 1));
    }

    @Test
    void passesOverWhatIsNoToken() {
        for (var text : new String[] {"", ".", "a", ".1", "a.", "a.b", "a.-1", "a.9999999999999999999"}) {
            memory.remember(text);
        }
        assertThat(memory.tokensFor("/orders")).isEmpty();

        memory.remember("!.1");
        assertThat(memory.tokensFor("/orders")).containsExactly("!.1");
    }
}
