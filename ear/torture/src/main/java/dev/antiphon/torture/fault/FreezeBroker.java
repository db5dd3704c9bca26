package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Shop;
import java.time.Duration;

/** A broker stands still for longer than its own session lasts (9 s). */
final class FreezeBroker extends BrokerFault {

    FreezeBroker(Shop shop) {
        super(shop);
    }

    @Override
    public String kind() {
        return "freeze-broker";
    }

    @Override
    public Duration shortest() {
        return Duration.ofSeconds(11);
    }

    @Override
    public Duration longest() {
        return Duration.ofSeconds(25);
    }

    @Override
    public void inject(Planned planned) {
        broker(planned).process().freeze();
    }

    @Override
    public void heal(Planned planned) {
        broker(planned).process().thaw();
    }
}
