package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Role;
import dev.antiphon.torture.system.Shop;
import dev.antiphon.torture.traffic.Traffic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Every kind there is. */
public final class Faults {

    /** Their names, in the order of {@link #all}. */
    public static final List<String> KINDS = List.of(
            "kill-command",
            "kill-projector",
            "kill-query",
            "freeze-command",
            "freeze-projector",
            "freeze-query",
            "redeploy",
            "kill-broker",
            "freeze-broker",
            "reassign",
            "restart-write",
            "restart-read",
            "absent-write",
            "absent-read",
            "cut",
            "hold",
            "delay",
            "poison",
            "rebuild",
            "clock");

    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(2);

    private final Shop shop;
    private final Poison poison;
    private final List<Fault> all;

    /** @param projectorWar what a rebuild takes its projections from */
    public Faults(Shop shop, Path projectorWar) {
        this.shop = shop;
        this.poison = new Poison(shop);
        this.all = List.of(
                new KillNode(shop, Role.COMMAND),
                new KillNode(shop, Role.PROJECTOR),
                new KillNode(shop, Role.QUERY),
                new FreezeNode(shop, Role.COMMAND),
                new FreezeNode(shop, Role.PROJECTOR),
                new FreezeNode(shop, Role.QUERY),
                new RedeployNode(shop),
                new KillBroker(shop),
                new FreezeBroker(shop),
                new Reassign(shop),
                DatabaseAway.restart(shop.write()),
                DatabaseAway.restart(shop.read()),
                DatabaseAway.forAMinute(shop.write()),
                DatabaseAway.forAMinute(shop.read()),
                LinkFault.cut(shop),
                LinkFault.hold(shop),
                LinkFault.delay(shop),
                poison,
                new RebuildInLoad(shop, projectorWar),
                new StepClock(shop));
    }

    /** All of them; those without a target cannot happen here. */
    public List<Fault> all() {
        return all;
    }

    /** Those of the names, or all of them without any name. */
    public List<Fault> named(List<String> names) {
        return all.stream()
                .filter(fault -> names.isEmpty() || names.contains(fault.kind()))
                .toList();
    }

    /** Whatever poison was given. */
    public List<Poison.Given> poison() {
        return poison.given();
    }

    /** How the system is seen to be well again. */
    public Recovery recovery(Traffic traffic) {
        return new Recovery(traffic, shop.nodes(Role.QUERY).get(0), RECOVERY_LIMIT);
    }
}
