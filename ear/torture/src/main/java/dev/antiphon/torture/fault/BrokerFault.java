package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Broker;
import dev.antiphon.torture.system.Shop;
import java.util.List;
import java.util.Set;

/** What happens to one broker while the other one is well. */
abstract class BrokerFault implements Fault {

    /** The cluster as a whole: it survives the loss of one broker. */
    static final String KAFKA = "kafka";

    private final Shop shop;

    BrokerFault(Shop shop) {
        this.shop = shop;
    }

    @Override
    public List<String> targets() {
        return shop.kafka().brokers().stream().map(Broker::name).toList();
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of(KAFKA, target);
    }

    final Broker broker(Planned planned) {
        return shop.kafka().brokers().stream()
                .filter(broker -> broker.name().equals(planned.target()))
                .findFirst()
                .orElseThrow();
    }
}
