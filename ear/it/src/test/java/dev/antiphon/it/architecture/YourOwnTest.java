package dev.antiphon.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The code of the README's section for users is that of a project that is built and run. Before each block stands, unseen, the
 * file or folder that it is from; each of its paragraphs is there as it is, and what lies between is left out.
 */
class YourOwnTest {

    private static final Path PROJECTS = Path.of("src/projects");
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- (?<place>\\S+) -->\n)?```(?<language>\\w+)\n(?<code>.*?)```\n", Pattern.DOTALL);

    @Test
    void theReadmeShowsCodeThatIsBuiltAndRun() throws IOException {
        var paragraphs = 0;
        var blocks = BLOCK.matcher(section());
        while (blocks.find()) {
            if (blocks.group("language").equals("console")) {
                continue;
            }
            var code = blocks.group("code");
            assertThat(blocks.group("place")).as("where this is from: %s", code).isNotNull();
            var files = files(PROJECTS.resolve(blocks.group("place")));
            for (var paragraph : code.split("\n\n")) {
                assertThat(files)
                        .as(blocks.group("place"))
                        .anySatisfy(file -> assertThat(file).contains("\n" + paragraph.stripTrailing() + "\n"));
                paragraphs++;
            }
        }
        assertThat(paragraphs).isGreaterThan(20);
    }

    private static String section() throws IOException {
        var readme = Files.readString(Path.of("../../README.md"));
        var begin = readme.indexOf("\n## Your own\n");
        return readme.substring(begin, readme.indexOf("\n##", begin + 1));
    }

    private static List<String> files(Path place) throws IOException {
        try (var files = Files.walk(place).filter(Files::isRegularFile)) {
            var texts = new ArrayList<String>();
            for (var file : files.toList()) {
                texts.add("\n" + Files.readString(file));
            }
            return texts;
        }
    }
}
