package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Role;
import dev.antiphon.torture.system.Shop;
import java.time.Duration;

/** A node dies as by {@code kill -9}, and is started again. */
final class KillNode extends NodeFault {

    KillNode(Shop shop, Role role) {
        super(shop, role);
    }

    @Override
    public String kind() {
        return "kill-" + role();
    }

    @Override
    public Duration longest() {
        return Duration.ofSeconds(5);
    }

    @Override
    public Duration healing() {
        return Duration.ofSeconds(20);
    }

    @Override
    public void inject(Planned planned) {
        node(planned).kill();
    }

    @Override
    public void heal(Planned planned) {
        node(planned).start();
        node(planned).awaitReady();
    }
}
