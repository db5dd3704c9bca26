package dev.antiphon.it.deployment;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Dockerfile of the application, read.
 *
 * @param name what its image is for: a side, or {@code operator}
 */
record Dockerfile(String name, List<Instruction> instructions) {

    private static final String ENDING = ".Dockerfile";

    /** One instruction, with its continued lines joined. */
    record Instruction(String keyword, String rest) {

        List<String> words() {
            return Arrays.asList(rest.split("\\s+"));
        }
    }

    static Path folder() {
        return Artifacts.project().resolve("ear/orders/src/main/containers");
    }

    /** All of them. */
    static List<Dockerfile> all() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .map(Dockerfile::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Dockerfile of(String name) {
        return read(folder().resolve(name + ENDING));
    }

    private static Dockerfile read(Path file) {
        try {
            var text = Files.readString(file).replaceAll("(?m)^#.*\\R", "").replace("\\\n", " ");
            var instructions = text.lines()
                    .filter(line -> !line.isBlank())
                    .map(line -> line.strip().split("\\s+", 2))
                    .map(parts -> new Instruction(parts[0], parts[1]))
                    .toList();
            return new Dockerfile(file.getFileName().toString().replace(ENDING, ""), instructions);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Instruction> all(String keyword) {
        return instructions.stream()
                .filter(each -> each.keyword().equals(keyword))
                .toList();
    }

    /** The default of a build argument. */
    String argument(String argument) {
        return all("ARG").stream()
                .map(Instruction::rest)
                .filter(rest -> rest.startsWith(argument + "="))
                .map(rest -> rest.substring(argument.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    /** The program and its arguments; fails for the form that a shell would run. */
    List<String> entryPoint() {
        try {
            var entryPoint = all("ENTRYPOINT").get(0).rest();
            return List.of(new ObjectMapper().readValue(entryPoint, String[].class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
