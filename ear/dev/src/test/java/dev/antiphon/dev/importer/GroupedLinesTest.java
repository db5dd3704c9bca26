package dev.antiphon.dev.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupedLinesTest {

    @TempDir
    Path folder;

    @Test
    void bringsLinesOfOneKeyTogetherInTheOrderOfTheFile() {
        try (GroupedLines lines = new GroupedLines(folder, "test")) {
            lines.add("12", line(10));
            lines.add("1", line(2));
            lines.add("12", line(3));
            lines.add("1", line(11));
            lines.add("a\tb\n", line(4));
            lines.add("A\tB\n", line(5));
            lines.sort();

            assertThat(groups(lines)).containsExactlyInAnyOrder("12[3, 10]", "1[2, 11]", "a\tb\n[4]", "A\tB\n[5]");
        }
    }

    @Test
    void keepsIdenticalLinesAndEveryCharacterOfThem() {
        try (GroupedLines lines = new GroupedLines(folder, "test")) {
            List<String> values = List.of("x\ty", "line\nbreak", "\u00a3 \u2028 \"");
            lines.add("k", new ShopLine(1, values));
            lines.add("k", new ShopLine(2, values));
            lines.sort();

            GroupedLines.Group group = lines.next();
            assertThat(group).isNotNull();
            assertThat(group.lines()).extracting(ShopLine::values).containsExactly(values, values);
            assertThat(lines.next()).isNull();
        }
    }

    private static ShopLine line(long number) {
        return new ShopLine(number, List.of("v"));
    }

    private static List<String> groups(GroupedLines lines) {
        List<String> found = new ArrayList<>();
        for (var group = lines.next(); group != null; group = lines.next()) {
            found.add(group.key() + group.lines().stream().map(ShopLine::number).toList());
        }
        return found;
    }
}
