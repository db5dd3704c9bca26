package dev.antiphon.torture.fault;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Which faults come in which order, by a seed: the same seed, kinds and length give the same order, targets and durations.
 * Kinds are dealt like cards, so that each comes as often as any other; one that would touch what another one is about to
 * touch waits for a later turn.
 */
public final class Plan {

    private final List<Fault> kinds;
    private final SplittableRandom random;
    private final Duration pace;
    private final Deque<Fault> deck = new ArrayDeque<>();
    private final List<Planned> planned = new ArrayList<>();

    private Plan(List<Fault> kinds, long seed, Duration pace) {
        this.kinds = kinds;
        this.random = new SplittableRandom(seed);
        this.pace = pace;
    }

    /**
     * The faults of a storm.
     *
     * @param length when the last of them has to be healed, about
     * @param pace the time from one to the next, about
     */
    public static List<Planned> of(List<Fault> kinds, long seed, Duration length, Duration pace) {
        var plan = new Plan(kinds, seed, pace);
        var at = Duration.ofSeconds(1);
        while (at.compareTo(length) < 0) {
            plan.add(at, length);
            at = at.plusMillis(plan.random.nextLong(pace.toMillis() * 3 / 4, pace.toMillis() * 5 / 4));
        }
        return List.copyOf(plan.planned);
    }

    private void add(Duration at, Duration length) {
        if (deck.size() < kinds.size()) {
            deal();
        }
        for (Iterator<Fault> cards = deck.iterator(); cards.hasNext(); ) {
            var fault = cards.next();
            var target = fault.targets().get(random.nextInt(fault.targets().size()));
            var hold = Duration.ofMillis(
                    random.nextLong(fault.shortest().toMillis(), fault.longest().toMillis() + 1));
            var candidate = new Planned(planned.size() + 1, fault, target, at, hold, random.nextLong());
            if (end(candidate).compareTo(length) <= 0 && isApart(candidate)) {
                cards.remove();
                planned.add(candidate);
                return;
            }
        }
    }

    private void deal() {
        var cards = new ArrayList<>(kinds);
        Collections.shuffle(cards, new Random(random.nextLong()));
        deck.addAll(cards);
    }

    private boolean isApart(Planned candidate) {
        return planned.stream()
                .filter(earlier -> end(earlier).compareTo(candidate.at()) > 0)
                .noneMatch(earlier -> collide(earlier, candidate) || collide(candidate, earlier));
    }

    private static boolean collide(Planned one, Planned other) {
        Set<String> touched = new HashSet<>(other.fault().occupies(other.target()));
        touched.addAll(other.fault().needs(other.target()));
        touched.retainAll(one.fault().occupies(one.target()));
        return !touched.isEmpty();
    }

    private static Duration end(Planned planned) {
        return planned.at().plus(planned.hold()).plus(planned.fault().healing());
    }
}
