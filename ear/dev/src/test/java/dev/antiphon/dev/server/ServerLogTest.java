package dev.antiphon.dev.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

    @TempDir
    Path folder;

    @Test
    void findsWhyADeploymentFailed() throws IOException {
        ServerLog log = log("""
                2026-11-30 18:27:17.795 SEVERE javax.enterprise.system.core: Exception during lifecycle processing
                org.glassfish.deployment.common.DeploymentException: CDI deployment failure
                \tat org.example.Some.where(Some.java:1)

                2026-11-30 18:27:17.812 SEVERE core: Exception while loading the app : WELD-001408: Unsatisfied
                  at injection point [BackedAnnotatedField] @Inject b.Bad.r
                 -- WELD-001408: Unsatisfied
                2026-11-30 18:27:18.000 INFO PayaraMicro: Payara Micro 6.2025.10 (build 42) ready in 13,700 (ms)
                """);

        assertThat(log.firstFailedDeployment())
                .contains("WELD-001408: Unsatisfied at injection point [BackedAnnotatedField] @Inject b.Bad.r");
        assertThat(log.saysReady()).isTrue();
    }

    @Test
    void prefersTheLastCauseAndFallsBackToTheLastLine() throws IOException {
        assertThat(log("""
                                2026-11-30 18:27:17.795 SEVERE core: It broke
                                java.lang.IllegalStateException: outer
                                Caused by: java.net.BindException: Address already in use
                                2026-11-30 18:27:17.795 INFO core: bye
                                """).firstFailure()).contains("java.net.BindException: Address already in use");
        assertThat(log("Error: Unable to access jarfile x.jar\n").firstFailure())
                .contains("Error: Unable to access jarfile x.jar");
        assertThat(new ServerLog(folder.resolve("none")).firstFailure()).isEmpty();
    }

    private ServerLog log(String text) throws IOException {
        return new ServerLog(Files.writeString(folder.resolve("server.log"), text));
    }
}
