package dev.antiphon.dev.runtime;

import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.server.WebApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The wars of an application, one for each side at most. Which side a war is, is told by the jar of that side in its
 * {@code WEB-INF/lib}; its schema is all Flyway scripts in its {@code WEB-INF/classes}, wherever they lie.
 */
public final class Wars {

    private static final String CLASSES = "WEB-INF/classes/";
    private static final Predicate<String> SCRIPT =
            Pattern.compile(CLASSES + "(.+/)?(V[^/]+|R)__[^/]+\\.sql").asMatchPredicate();

    /** The sides, in the order of their deployment. */
    private enum Side {
        COMMAND("/write"),
        PROJECTOR("/projector"),
        QUERY("/read");

        private final String contextRoot;
        private final Predicate<String> library;

        Side(String contextRoot) {
            this.contextRoot = contextRoot;
            this.library = Pattern.compile(
                            "WEB-INF/lib/antiphon-" + name().toLowerCase(Locale.ROOT) + "-core-[^/]*\\.jar")
                    .asMatchPredicate();
        }
    }

    private final Map<Side, Path> wars = new EnumMap<>(Side.class);

    /** @throws StartFailure if one cannot be read, is of no side or of several, or two are of the same */
    public Wars(List<Path> files) {
        for (var file : files) {
            var other = wars.put(side(file), file);
            if (other != null) {
                throw new StartFailure(other + " and " + file + " are of the same side. An application has one war for"
                        + " each: command side, projector and query side.");
            }
        }
    }

    private static Side side(Path war) {
        var sides = read(
                war,
                zip -> Stream.of(Side.values())
                        .filter(side -> zip.stream().map(ZipEntry::getName).anyMatch(side.library))
                        .toList());
        if (sides.size() != 1) {
            throw new StartFailure(war + (sides.isEmpty() ? " is of no side" : " is of several sides")
                    + ": exactly one of the jars antiphon-command-core, antiphon-projector-core and antiphon-query-core"
                    + " must be in its WEB-INF/lib.");
        }
        return sides.get(0);
    }

    /** Where they are deployed: {@code /write}, {@code /projector} and {@code /read}. */
    public List<WebApplication> applications() {
        return wars.entrySet().stream()
                .map(each -> new WebApplication(each.getValue().toAbsolutePath(), each.getKey().contextRoot))
                .toList();
    }

    /**
     * The framework's schemas of both databases, and the application's as far as its wars are here.
     *
     * @param folder where the scripts are unpacked, to be kept until they have run; emptied before
     * @throws StartFailure if there is no script in a command side or a projector
     */
    public Migrations migrations(Path folder) {
        Folders.delete(folder);
        return Migrations.of(scripts(Side.COMMAND, folder), scripts(Side.PROJECTOR, folder));
    }

    private List<String> scripts(Side side, Path folder) {
        return Stream.ofNullable(wars.get(side))
                .map(war -> "filesystem:" + unpack(war, folder.resolve(war.getFileName())))
                .toList();
    }

    private static Path unpack(Path war, Path folder) {
        return read(war, zip -> {
            var scripts =
                    zip.stream().filter(entry -> SCRIPT.test(entry.getName())).toList();
            if (scripts.isEmpty()) {
                throw new StartFailure(war + " has no schema: there must be Flyway scripts, the first one named like"
                        + " V1__orders.sql, somewhere in its WEB-INF/classes.");
            }
            for (var script : scripts) {
                Folders.unpack(zip, script, folder, script.getName().substring(CLASSES.length()));
            }
            return folder;
        });
    }

    private interface Reading<T> {
        T of(ZipFile zip) throws IOException;
    }

    private static <T> T read(Path war, Reading<T> reading) {
        if (Files.notExists(war)) {
            throw new StartFailure(war + " does not exist; build it first, or correct --war.");
        }
        try (var zip = new ZipFile(war.toFile())) {
            return reading.of(zip);
        } catch (IOException e) {
            throw new StartFailure("Cannot read " + war + ": " + StartFailure.reason(e), e);
        }
    }
}
