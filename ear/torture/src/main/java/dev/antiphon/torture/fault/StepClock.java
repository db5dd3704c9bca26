package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.FakeClock;
import dev.antiphon.torture.system.Node;
import dev.antiphon.torture.system.Shop;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The wall clock of one node jumps, forward or back, and later jumps to the right time again. */
final class StepClock implements Fault {

    /** Two hours and more are beyond what a broker takes as a record's time. */
    private static final List<Duration> STEPS = List.of(
            Duration.ofSeconds(45),
            Duration.ofSeconds(-45),
            Duration.ofHours(2),
            Duration.ofHours(-2),
            Duration.ofDays(1),
            Duration.ofDays(-1));

    private final Shop shop;

    StepClock(Shop shop) {
        this.shop = shop;
    }

    @Override
    public String kind() {
        return "clock";
    }

    @Override
    public List<String> targets() {
        return shop.nodes().stream()
                .filter(node -> shop.clock(node).isPresent())
                .map(Node::name)
                .toList();
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of(target);
    }

    @Override
    public Duration shortest() {
        return Duration.ofSeconds(8);
    }

    @Override
    public Duration longest() {
        return Duration.ofSeconds(20);
    }

    @Override
    public void inject(Planned planned) {
        clock(planned).step(STEPS.get(planned.choice(STEPS.size())));
    }

    @Override
    public void heal(Planned planned) {
        clock(planned).step(Duration.ZERO);
    }

    private FakeClock clock(Planned planned) {
        return shop.clock(shop.node(planned.target())).orElseThrow();
    }
}
