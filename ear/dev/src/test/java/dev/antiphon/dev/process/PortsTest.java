package dev.antiphon.dev.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void eachIsGivenOnce() {
        assertThat(Stream.generate(Ports::free).limit(100)).doesNotHaveDuplicates();
    }

    @Test
    void noneIsGivenThatSomebodyListensOn() throws Exception {
        try (var next = new ServerSocket(Ports.free() + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.isFree("127.0.0.1", next.getLocalPort())).isFalse();
            assertThat(Ports.free()).isNotEqualTo(next.getLocalPort());
        }
    }
}
