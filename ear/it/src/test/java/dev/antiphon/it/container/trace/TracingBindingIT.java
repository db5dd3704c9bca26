package dev.antiphon.it.container.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.command.CommandGateway;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.it.container.OnServer;
import dev.antiphon.it.container.TestWar;
import dev.antiphon.it.container.command.CreateNote;
import io.opentelemetry.sdk.trace.data.SpanData;
import jakarta.inject.Inject;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The framework's spans in a server go to the application's own bean. */
@OnServer
class TracingBindingIT {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @Deployment
    static WebArchive war() {
        return TestWar.of("command-side")
                .addPackage(TracingBindingIT.class.getPackage())
                .addPackage(CreateNote.class.getPackage())
                .addAsResource("container/command/persistence.xml", "META-INF/persistence.xml")
                .addAsLibraries(sdk());
    }

    private static File[] sdk() {
        return Stream.of(TestWar.fromClassPath("opentelemetry-sdk"))
                .filter(jar -> !jar.getName().contains("-testing-"))
                .toArray(File[]::new);
    }

    @Inject
    CommandGateway gateway;

    @Inject
    RecordedSpans spans;

    @Test
    @SuppressWarnings("try")
    void commandAndRelayAreRecorded() {
        var request = CallContext.of("c-1", null, "00-" + TRACE + "-b7ad6b7169203331-01", null);
        try (var scope = request.open()) {
            gateway.send(new CreateNote("traced", List.of("text")));
        }

        await().atMost(Duration.ofSeconds(30))
                .until(() -> spans.ended().stream()
                        .anyMatch(span -> span.getName().startsWith("publish ")
                                && span.getLinks().stream()
                                        .anyMatch(link -> link.getSpanContext()
                                                .getTraceId()
                                                .equals(TRACE))));
        assertThat(spans.ended())
                .filteredOn(span -> span.getTraceId().equals(TRACE))
                .extracting(SpanData::getName)
                .containsExactly("command CreateNote");
    }
}
