package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Role;
import dev.antiphon.torture.system.Shop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A node is stopped in order, and the same war is started in its place. */
final class RedeployNode implements Fault {

    private final List<NodeFault> roles;

    RedeployNode(Shop shop) {
        this.roles = Stream.of(Role.values())
                .<NodeFault>map(role -> new KillNode(shop, role))
                .toList();
    }

    @Override
    public String kind() {
        return "redeploy";
    }

    @Override
    public List<String> targets() {
        return roles.stream().flatMap(role -> role.targets().stream()).toList();
    }

    private NodeFault of(String target) {
        return roles.stream()
                .filter(role -> role.targets().contains(target))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Set<String> occupies(String target) {
        return of(target).occupies(target);
    }

    @Override
    public Set<String> needs(String target) {
        return of(target).needs(target);
    }

    @Override
    public Duration shortest() {
        return Duration.ZERO;
    }

    @Override
    public Duration longest() {
        return Duration.ZERO;
    }

    @Override
    public Duration healing() {
        return Duration.ofSeconds(25);
    }

    @Override
    public void inject(Planned planned) {
        of(planned.target()).node(planned).stop();
    }

    @Override
    public void heal(Planned planned) {
        of(planned.target()).node(planned).start();
        of(planned.target()).node(planned).awaitReady();
    }
}
