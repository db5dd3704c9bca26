package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Broker;
import dev.antiphon.torture.system.Link;
import dev.antiphon.torture.system.Shop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** What happens between all nodes and one server. */
final class LinkFault implements Fault {

    private final String kind;
    private final Map<String, Link> links = new LinkedHashMap<>();
    private final Duration shortest;
    private final Duration longest;
    private final BiConsumer<Link, Planned> harm;

    private LinkFault(String kind, Shop shop, Duration shortest, Duration longest, BiConsumer<Link, Planned> harm) {
        this.kind = kind;
        this.shortest = shortest;
        this.longest = longest;
        this.harm = harm;
        links.put(shop.write().name(), shop.write().link());
        links.put(shop.read().name(), shop.read().link());
        for (Broker broker : shop.kafka().brokers()) {
            links.put(broker.name(), broker.link());
        }
    }

    /** Every connection is reset, and new ones are refused. */
    static LinkFault cut(Shop shop) {
        return new LinkFault("cut", shop, Duration.ZERO, Duration.ofSeconds(12), (link, planned) -> link.cut());
    }

    /** Nothing comes through any more, and nobody is told. */
    static LinkFault hold(Shop shop) {
        return new LinkFault(
                "hold", shop, Duration.ofSeconds(3), Duration.ofSeconds(25), (link, planned) -> link.hold());
    }

    /** Everything takes longer. */
    static LinkFault delay(Shop shop) {
        return new LinkFault(
                "delay",
                shop,
                Duration.ofSeconds(8),
                Duration.ofSeconds(20),
                (link, planned) -> link.delay(Duration.ofMillis(10 + planned.choice(200))));
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public List<String> targets() {
        return List.copyOf(links.keySet());
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of(target);
    }

    @Override
    public Duration shortest() {
        return shortest;
    }

    @Override
    public Duration longest() {
        return longest;
    }

    @Override
    public void inject(Planned planned) {
        harm.accept(link(planned), planned);
    }

    @Override
    public void heal(Planned planned) {
        link(planned).heal();
    }

    private Link link(Planned planned) {
        return links.get(planned.target());
    }
}
