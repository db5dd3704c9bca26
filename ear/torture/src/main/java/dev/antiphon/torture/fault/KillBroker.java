package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Shop;
import java.time.Duration;

/** A broker dies and is started again. */
final class KillBroker extends BrokerFault {

    KillBroker(Shop shop) {
        super(shop);
    }

    @Override
    public String kind() {
        return "kill-broker";
    }

    @Override
    public Duration longest() {
        return Duration.ofSeconds(15);
    }

    @Override
    public Duration healing() {
        return Duration.ofSeconds(10);
    }

    @Override
    public void inject(Planned planned) {
        broker(planned).process().kill();
    }

    @Override
    public void heal(Planned planned) {
        broker(planned).process().start();
    }
}
