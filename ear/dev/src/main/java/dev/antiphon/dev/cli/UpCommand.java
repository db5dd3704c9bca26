package dev.antiphon.dev.cli;

import dev.antiphon.dev.kafka.EmbeddedKafka;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.process.StateFolder;
import dev.antiphon.dev.runtime.ApplicationSettings;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.runtime.LocalApplication;
import dev.antiphon.dev.runtime.Wars;
import dev.antiphon.dev.server.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the reference application, or the wars that are named, and keeps it until a signal, or the end of one of its parts, stops it. */
@Command(
        name = "up",
        description = {
            "Starts PostgreSQL, Kafka and the three wars on Payara Micro, and prints where they answer. Ctrl-C stops everything"
                    + " in order.",
            "With --war, the wars of your own application instead of the reference application's: the command side at"
                    + " /write, the projector at /projector, the query side at /read, on a schema made by their scripts.",
            "With --without-server, PostgreSQL with the schema and Kafka alone, and prints the environment of a server of your own"
                    + " that the wars are deployed to.",
            "With --json, one object when all is ready: url (null without a server), writeDatabase, readDatabase, kafka,"
                    + " data (the folder)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nServers of your own instead of the embedded ones:%n",
        footer = {
            "  ANTIPHON_KAFKA_BOOTSTRAP_SERVERS         host:port,...",
            "  ANTIPHON_WRITE_URL, ANTIPHON_READ_URL    JDBC URLs, both or neither",
            "  ANTIPHON_OWNER_USER, _PASSWORD           the role that owns the schema; likewise",
            "  ANTIPHON_COMMAND_..., ANTIPHON_PROJECTOR_..., ANTIPHON_QUERY_...",
            "                                           the roles of the three wars; all must exist",
            "  ANTIPHON_SERVER_JAVA_OPTIONS             default: -Xmx512m -XX:+UseSerialGC",
            "Other ANTIPHON_... variables are settings of the wars.",
            "",
            "Examples:",
            "  ./antiphon up",
            "  ./antiphon up --ephemeral --port 9090",
            "  ./antiphon up --data library-data --war library/*/target/*.war",
            "  ./antiphon up --without-server",
            "  ANTIPHON_KAFKA_BOOTSTRAP_SERVERS=kafka:9092 ./antiphon up",
        })
public final class UpCommand implements Callable<Integer> {

    @Mixin
    private ProjectOption project;

    @Mixin
    private WarsOption wars;

    @Mixin
    private Output output;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".antiphon",
            description = "Folder for databases, topics and logs; a later `up` goes on with them."
                    + " Default: ${DEFAULT-VALUE}")
    private Path data;

    @Option(
            names = "--ephemeral",
            description = "Start with empty databases, in a temporary folder that is removed on exit.")
    private boolean ephemeral;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "HTTP port; 0 takes a free one. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = ServerSettings.LOOPBACK,
            description = "Address to listen on; 0.0.0.0 lets other machines in. Default: ${DEFAULT-VALUE}")
    private String address;

    @Option(names = "--without-server", description = "Start PostgreSQL and Kafka alone, for a server of your own.")
    private boolean withoutServer;

    @Override
    public Integer call() {
        if (!EmbeddedKafka.isHere()) {
            throw new StartFailure(
                    "There are no servers in this jar, which is for operating. Start the reference application"
                            + " in a checkout, by ./antiphon up.");
        }
        Installation installation = Installation.in(project.folder());
        DataFolder folder = new DataFolder(data);
        folder.clearAbandoned();
        Path home = ephemeral ? folder.newEphemeral() : folder.path();
        StateFolder state = StateFolder.acquire(home);
        Thread stop = null;
        try {
            output.say("Antiphon " + Version.number() + ", data in " + home);
            StepPrinter steps = new StepPrinter(output);
            LogFile.open(home.resolve("launcher.log"));
            endLeftovers(state, steps);
            int free = withoutServer ? port : portToUse();
            LocalApplication application = new LocalApplication(
                    settings(installation, home)
                            .withCache(folder.cache())
                            .withAddress(address)
                            .withPort(free)
                            .withEnvironment(System.getenv()),
                    state::recordProcess);
            stop = new Thread(() -> close(application, state, home, steps), "stop");
            Runtime.getRuntime().addShutdownHook(stop);
            start(application, steps);
            state.recordDatabase(Databases.WRITE, application.databases().writeUrl());
            state.recordDatabase(Databases.READ, application.databases().readUrl());
            state.recordKafka(application.bootstrapServers());
            @Nullable String url = withoutServer ? null : "http://localhost:" + free;
            if (url != null) {
                state.recordUrl(url);
            }
            steps.report("Ready");
            output.tell(
                    new JsonLine()
                            .with("url", url)
                            .with("writeDatabase", application.databases().writeUrl())
                            .with("readDatabase", application.databases().readUrl())
                            .with("kafka", application.bootstrapServers())
                            .with("data", home.toString()),
                    url == null ? variables(application) : endpoints(url, application));
            return waitForTheEnd(application);
        } catch (CancellationException e) {
            return waitForExit();
        } catch (RuntimeException e) {
            if (stop == null) {
                forget(state, home);
            }
            throw e;
        }
    }

    private void start(LocalApplication application, StepPrinter steps) {
        if (withoutServer) {
            application.startServices(steps::report);
        } else {
            application.start(steps::report);
        }
    }

    private static String variables(LocalApplication application) {
        return Environment.forServer(application.databases(), application.bootstrapServers()).entrySet().stream()
                .map(variable -> "export " + variable.getKey() + "='" + variable.getValue() + "'")
                .collect(Collectors.joining("\n", "\n", "\n\nStop:         Ctrl-C\n"));
    }

    private ApplicationSettings settings(Installation installation, Path home) {
        if (!wars.named()) {
            return ApplicationSettings.of(installation, home);
        }
        Wars own = wars.wars();
        return ApplicationSettings.of(installation.with(own.applications()), home)
                .withMigrations(own.migrations(home.resolve("schema")));
    }

    private String endpoints(String url, LocalApplication application) {
        Endpoints endpoints = new Endpoints(url, application);
        return wars.named() ? endpoints.text(wars.wars().applications()) : endpoints.text();
    }

    private static void endLeftovers(StateFolder state, StepPrinter steps) {
        List<String> ended = state.endLeftovers();
        if (!ended.isEmpty()) {
            steps.report("Ended what a killed launcher had left running: " + String.join(", ", ended));
        }
    }

    private int portToUse() {
        if (port == 0) {
            return Ports.free();
        }
        if (!Ports.isFree(address, port)) {
            throw new StartFailure("Port " + port + " is in use by another program; choose another one with --port.");
        }
        return port;
    }

    /** The application's parts are processes of their own: when one ends unasked, the others are of no use. */
    private static int waitForTheEnd(LocalApplication application) {
        CountDownLatch ended = new CountDownLatch(1);
        application.server().ifPresent(server -> server.onExit().thenRun(ended::countDown));
        application.postgres().ifPresent(postgres -> postgres.onExit().thenRun(ended::countDown));
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (application.isStopping()) {
            return waitForExit();
        }
        throw new StartFailure(application
                .server()
                .filter(server -> !server.isRunning())
                .map(server ->
                        "The application server has ended unexpectedly (log: " + server.log() + "); stopping the rest.")
                .orElse("PostgreSQL has ended unexpectedly; stopping the rest."));
    }

    /** A signal is being handled: the shutdown hook does the work, and the virtual machine ends when it has. */
    private static int waitForExit() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private void close(LocalApplication application, StateFolder state, Path home, StepPrinter steps) {
        application.stop(steps::report);
        forget(state, home);
        steps.report("Stopped");
    }

    private void forget(StateFolder state, Path home) {
        state.close();
        if (ephemeral) {
            Folders.delete(home);
        }
    }
}
