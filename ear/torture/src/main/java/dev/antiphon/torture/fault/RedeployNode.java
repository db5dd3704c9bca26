package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Node;
import dev.antiphon.torture.system.Shop;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A node is stopped in order, and the same war is started in its place. */
final class RedeployNode implements Fault {

    private final Shop shop;

    RedeployNode(Shop shop) {
        this.shop = shop;
    }

    @Override
    public String kind() {
        return "redeploy";
    }

    @Override
    public List<String> targets() {
        return shop.nodes().stream().map(Node::name).toList();
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of(target);
    }

    @Override
    public Set<String> needs(String target) {
        return Set.of(shop.databaseOf(shop.node(target).role()).name());
    }

    @Override
    public Duration healing() {
        return Duration.ofSeconds(25);
    }

    @Override
    public void inject(Planned planned) {
        shop.node(planned.target()).stop();
    }

    @Override
    public void heal(Planned planned) {
        shop.node(planned.target()).start();
        shop.node(planned.target()).awaitReady();
    }
}
