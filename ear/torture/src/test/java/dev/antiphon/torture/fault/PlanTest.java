package dev.antiphon.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A seed says which faults come, and they keep apart. */
class PlanTest {

    private static final Duration LENGTH = Duration.ofMinutes(20);
    private static final Duration PACE = Duration.ofSeconds(10);

    private static final List<Fault> KINDS = List.of(
            kind("kill", Set.of("node"), Set.of("database"), 5),
            kind("absent", Set.of("database"), Set.of(), 60),
            kind("cut", Set.of("link"), Set.of(), 5),
            kind("poison", Set.of(), Set.of("kafka"), 0));

    private static Fault kind(String name, Set<String> occupied, Set<String> needed, int seconds) {
        return new Fault() {
            @Override
            public String kind() {
                return name;
            }

            @Override
            public List<String> targets() {
                return List.of("one", "other");
            }

            @Override
            public Set<String> occupies(String target) {
                return occupied;
            }

            @Override
            public Set<String> needs(String target) {
                return needed;
            }

            @Override
            public Duration shortest() {
                return Duration.ofSeconds(seconds);
            }

            @Override
            public Duration longest() {
                return Duration.ofSeconds(seconds + 2);
            }

            @Override
            public void inject(Planned planned) {}

            @Override
            public void heal(Planned planned) {}
        };
    }

    @Test
    void theSameSeedIsTheSamePlan() {
        assertThat(Plan.of(KINDS, 7, LENGTH, PACE))
                .hasSizeGreaterThan(50)
                .isEqualTo(Plan.of(KINDS, 7, LENGTH, PACE))
                .isNotEqualTo(Plan.of(KINDS, 8, LENGTH, PACE));
    }

    @Test
    void everyKindComesAsOftenAsOthersCan() {
        var counts = Plan.of(KINDS, 7, LENGTH, PACE).stream()
                .collect(Collectors.groupingBy(planned -> planned.fault().kind(), Collectors.counting()));
        assertThat(counts.keySet()).containsExactlyInAnyOrder("kill", "absent", "cut", "poison");
        assertThat(counts.values()).allMatch(count -> count >= 10);
    }

    @Test
    void nothingIsHarmedThatAnotherNeeds() {
        var plan = Plan.of(KINDS, 7, LENGTH, PACE);
        for (var absent : plan.stream()
                .filter(planned -> planned.fault().kind().equals("absent"))
                .toList()) {
            var end = absent.at().plus(absent.hold());
            assertThat(plan)
                    .filteredOn(planned -> planned.fault().kind().equals("kill"))
                    .noneMatch(kill ->
                            kill.at().compareTo(absent.at()) >= 0 && kill.at().compareTo(end) <= 0);
        }
    }

    @Test
    void allIsHealedByTheEnd() {
        assertThat(Plan.of(KINDS, 7, LENGTH, PACE))
                .allMatch(planned -> planned.at().plus(planned.hold()).compareTo(LENGTH) <= 0);
    }
}
