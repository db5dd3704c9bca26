package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Role;
import dev.antiphon.torture.system.Shop;
import java.time.Duration;
import java.util.Set;

/** A node stands still for longer than every lease and session lasts (10 s each), and then goes on as if nothing had been. */
final class FreezeNode extends NodeFault {

    FreezeNode(Shop shop, Role role) {
        super(shop, role);
    }

    @Override
    public String kind() {
        return "freeze-" + role();
    }

    @Override
    public Set<String> needs(String target) {
        return Set.of();
    }

    @Override
    public Duration shortest() {
        return Duration.ofSeconds(13);
    }

    @Override
    public Duration longest() {
        return Duration.ofSeconds(25);
    }

    @Override
    public void inject(Planned planned) {
        node(planned).freeze();
    }

    @Override
    public void heal(Planned planned) {
        node(planned).thaw();
    }
}
