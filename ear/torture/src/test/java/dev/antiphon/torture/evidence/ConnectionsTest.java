package dev.antiphon.torture.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class ConnectionsTest {

    @Test
    void countsWhatAProcessHasOpenedAndNotWhatItsClientsHave() throws Exception {
        var pid = ProcessHandle.current().pid();
        var loopback = InetAddress.getLoopbackAddress();
        try (var server = new ServerSocket(0, 2, loopback)) {
            var before = Connections.openedBy(pid);
            try (var client = new Socket(loopback, server.getLocalPort());
                    var accepted = server.accept()) {
                assertThat(accepted.isConnected()).isTrue();
                assertThat(Connections.openedBy(pid)).isEqualTo(before + 1);
                client.shutdownOutput();
            }
        }
    }
}
