package dev.antiphon.torture.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The TCP connections of a process as Linux tells them. */
final class Connections {

    private static final String LISTENS = "0A";

    private Connections() {}

    /** How many it has to others; those that clients have opened to it are theirs, as many as they like to keep. */
    static int openedBy(long pid) throws IOException {
        var process = Path.of("/proc", Long.toString(pid));
        var owned = owned(process.resolve("fd"));
        try (var lines = Stream.concat(
                Files.lines(process.resolve("net/tcp")).skip(1),
                Files.lines(process.resolve("net/tcp6")).skip(1))) {
            return count(lines.map(line -> line.strip().split("\\s+"))
                    .filter(fields -> owned.contains("socket:[" + fields[9] + "]"))
                    .toList());
        }
    }

    /** Of lines with a local address in the second field, and a state in the fourth. */
    private static int count(List<String[]> lines) {
        var listens = new HashSet<String>();
        lines.stream().filter(fields -> fields[3].equals(LISTENS)).forEach(fields -> listens.add(port(fields)));
        return (int)
                lines.stream().filter(fields -> !listens.contains(port(fields))).count();
    }

    private static String port(String[] fields) {
        return fields[1].substring(fields[1].lastIndexOf(':'));
    }

    private static Set<String> owned(Path descriptors) throws IOException {
        var owned = new HashSet<String>();
        try (var all = Files.newDirectoryStream(descriptors)) {
            for (var each : all) {
                try {
                    owned.add(Files.readSymbolicLink(each).toString());
                } catch (IOException e) {
                    // closed meanwhile
                }
            }
        }
        return owned;
    }
}
