package dev.antiphon.command.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.command.Refusal;
import dev.antiphon.command.pipeline.InvalidHandlerException;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CommandFixtureTest {

    private static final Jar.Open OPEN = new Jar.Open("a");

    private final CommandFixture jars =
            CommandFixture.using(aggregates -> List.of(new Jar.OpenHandler(), new Jar.FillHandler(aggregates)));

    private static Jar.Fill fill(int... sweets) {
        return new Jar.Fill("a", IntStream.of(sweets).mapToObj(Jar.Handful::new).toList());
    }

    @Test
    void everyEventOfACommandHasAVersionAndTheAnswerTheLast() {
        jars.given(OPEN, fill(1))
                .when(fill(2, 3))
                .then(new Jar.Filled("a", 2), new Jar.Filled("a", 3))
                .version(4)
                .thenState(Jar.class, jar -> assertThat(jar.sweets()).isEqualTo(6));
    }

    @Test
    void everyStoryBeginsWithNothing() {
        jars.when(OPEN).then(new Jar.Opened("a")).version(1);
        jars.when(OPEN).then(new Jar.Opened("a")).version(1);
        jars.given(OPEN).when(OPEN).thenRefused(Refusal.ALREADY_EXISTS);
        jars.when(fill(1)).thenRefused(Refusal.NOT_FOUND);
    }

    @Test
    void constraintsAreCheckedBeforeTheHandler() {
        jars.when(new Jar.Fill("", List.of(new Jar.Handful(1), new Jar.Handful(0))))
                .thenRefused("invalid-command", "/id", "/handfuls/1/sweets");
    }

    @Test
    void rulesAreRefusedByTheirCode() {
        var ending = jars.given(new Jar("a"), fill(9)).when(fill(1, 1));

        ending.thenRefused("jar-full");
        ending.thenRefused(Refusal.RULE);
        assertThat(ending.events()).isEmpty();
    }

    @Test
    void aFailedExpectationTellsTheStory() {
        var filled = jars.given(new Jar("a")).when(fill(1));

        told(() -> filled.then(new Jar.Filled("a", 2)), """
                The command led to something else.
                Given     Jar 'a'
                When      Fill[id=a, handfuls=[Handful[sweets=1]]]
                Expected  Filled[id=a, sweets=2]
                But was   Filled[id=a, sweets=1]
                          version 2""");
        told(() -> filled.version(3), "Expected  version 3");
        told(() -> filled.thenRefused("jar-full"), "Expected  refused as jar-full");
        told(() -> jars.when(fill(1)).thenNothing(), """
                Given     nothing
                When      Fill[id=a, handfuls=[Handful[sweets=1]]]
                Expected  done
                But was   refused as not-found (NOT_FOUND): There is no Jar 'a'.""");
        told(
                () -> jars.when(fill(0)).thenRefused("invalid-command", "/id"),
                "at /id",
                "/handfuls/0/sweets must be greater than 0");
    }

    @Test
    void whatCannotBeGivenIsSaid() {
        told(
                () -> jars.given(new Jar("a"), fill(11)).when(fill(1)),
                "Given is Fill",
                "refused as jar-full (RULE): Jar 'a' holds ten sweets.");
        assertThatThrownBy(() -> jars.given(new Jar.Opened("a")).when(fill(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give the commands that led to it");
        assertThatThrownBy(() -> CommandFixture.of(new Jar.OpenHandler()).when(fill(1)))
                .isInstanceOf(InvalidHandlerException.class);
    }

    private static void told(ThrowingCallable expectation, String... text) {
        assertThatThrownBy(expectation).isInstanceOf(AssertionError.class).hasMessageContainingAll(text);
    }
}
