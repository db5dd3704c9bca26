package dev.antiphon.dev.process;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The folder one running application owns. At most one process holds it at a time, by a lock that the operating system
 * takes back when the process dies, however it dies. What the holder has started is written into it, so that the next
 * holder can end what a killed one left behind.
 *
 * <p>Safe for use by several threads.
 */
public final class StateFolder implements AutoCloseable {

    /** The name under which the application server is recorded. */
    public static final String SERVER = "server";

    /** The name under which PostgreSQL is recorded. */
    public static final String POSTGRES = "postgres";

    private static final String STATE = "state.properties";
    private static final String URL = "url";
    private static final String DATABASE = "database.";
    private static final String KAFKA = "kafka";
    private static final String PROCESS = "process.";
    private static final String HOLDER = PROCESS + "launcher";

    private final Path folder;
    private final FileChannel channel;
    private final FileLock lock;
    private final Properties state = new Properties();

    private StateFolder(Path folder, FileChannel channel, FileLock lock) {
        this.folder = folder;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the folder, making it when it does not exist.
     *
     * @throws StartFailure when another process holds it, naming that process and where it answers
     */
    public static StateFolder acquire(Path folder) {
        return tryAcquire(folder).orElseThrow(() -> {
            Properties other = read(folder);
            String who = recorded(other, HOLDER)
                    .map(process -> " (process " + process.pid() + ")")
                    .orElse("");
            String where = Optional.ofNullable(other.getProperty(URL))
                    .map(url -> " at " + url)
                    .orElse("");
            return new StartFailure("Antiphon is already running on " + folder + where + who
                    + "; stop it first, or use another folder with --data and another port with --port.");
        });
    }

    /** Takes the folder if nobody holds it. */
    public static Optional<StateFolder> tryAcquire(Path folder) {
        Folders.create(folder);
        FileChannel channel = null;
        try {
            channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = lockOrNull(channel);
            if (lock == null) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(new StateFolder(folder, channel, lock));
        } catch (IOException e) {
            throw new StartFailure("Cannot lock the folder " + folder + ": " + StartFailure.reason(e), e);
        }
    }

    private static @Nullable FileLock lockOrNull(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by this very process
        }
    }

    /** Where the application on this folder answers, if one is running there; needs no lock. */
    public static Optional<String> runningUrl(Path folder) {
        return running(folder, URL);
    }

    /** The JDBC URL of a database of the application on this folder, if one is running there; needs no lock. */
    public static Optional<String> runningDatabase(Path folder, String name) {
        return running(folder, DATABASE + name);
    }

    /** The brokers of the application on this folder, if one is running there; needs no lock. */
    public static Optional<String> runningKafka(Path folder) {
        return running(folder, KAFKA);
    }

    private static Optional<String> running(Path folder, String property) {
        Properties state = read(folder);
        return Optional.ofNullable(state.getProperty(property))
                .filter(found ->
                        recorded(state, HOLDER).flatMap(ProcessIdentity::find).isPresent());
    }

    public Path path() {
        return folder;
    }

    /**
     * Ends the processes that an earlier holder recorded and that still run: the server before its database.
     *
     * @return the names of those ended
     */
    public synchronized List<String> endLeftovers() {
        List<String> ended = new ArrayList<>();
        Properties old = read(folder);
        for (String name : List.of(SERVER, POSTGRES)) {
            Optional<ProcessIdentity> left = recorded(old, PROCESS + name)
                    .filter(process -> process.find().isPresent());
            left.ifPresent(process -> {
                process.end(Duration.ofSeconds(20));
                ended.add(name);
            });
        }
        state.clear();
        ProcessIdentity.of(ProcessHandle.current()).ifPresent(self -> state.setProperty(HOLDER, self.toString()));
        write();
        return ended;
    }

    /**
     * Remembers a process so that it can be found after this one was killed.
     *
     * @param name {@link #SERVER} or {@link #POSTGRES}
     */
    public synchronized void recordProcess(String name, long pid) {
        ProcessIdentity.of(pid).ifPresent(process -> state.setProperty(PROCESS + name, process.toString()));
        write();
    }

    /** Remembers where the application answers. */
    public synchronized void recordUrl(String url) {
        state.setProperty(URL, url);
        write();
    }

    /** Remembers where a database of the application is. */
    public synchronized void recordDatabase(String name, String jdbcUrl) {
        state.setProperty(DATABASE + name, jdbcUrl);
        write();
    }

    /** Remembers where the brokers of the application are. */
    public synchronized void recordKafka(String bootstrapServers) {
        state.setProperty(KAFKA, bootstrapServers);
        write();
    }

    /** Forgets what ran and gives the folder back. */
    @Override
    public synchronized void close() {
        try {
            Files.deleteIfExists(folder.resolve(STATE));
            lock.release();
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<ProcessIdentity> recorded(Properties properties, String name) {
        return Optional.ofNullable(properties.getProperty(name)).flatMap(ProcessIdentity::parse);
    }

    private static Properties read(Path folder) {
        Properties properties = new Properties();
        Path file = folder.resolve(STATE);
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new StartFailure("Cannot read " + file + ": " + StartFailure.reason(e), e);
            }
        }
        return properties;
    }

    private void write() {
        Path fresh = folder.resolve(STATE + ".new");
        try (Writer writer = Files.newBufferedWriter(fresh)) {
            state.store(writer, "What is running on this folder; written by antiphon");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            Files.move(
                    fresh, folder.resolve(STATE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
