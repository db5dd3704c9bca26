package dev.antiphon.torture.fault;

import dev.antiphon.dev.process.Command;
import dev.antiphon.torture.system.Shop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * An operator rebuilds a projection from the write store while orders come in; sometimes the rebuild is killed half-way and
 * run again.
 */
final class RebuildInLoad implements Fault {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Shop shop;
    private final Path war;

    RebuildInLoad(Shop shop, Path war) {
        this.shop = shop;
        this.war = war;
    }

    @Override
    public String kind() {
        return "rebuild";
    }

    @Override
    public List<String> targets() {
        return List.of("order_summary", "product_summary", "customer_spend", "daily_sales");
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of(target);
    }

    @Override
    public Set<String> needs(String target) {
        return Set.of(shop.write().name(), shop.read().name());
    }

    @Override
    public Duration shortest() {
        return Duration.ofSeconds(1);
    }

    @Override
    public Duration longest() {
        return Duration.ofSeconds(5);
    }

    @Override
    public Duration healing() {
        return Duration.ofSeconds(15);
    }

    /** The one that is killed, if one is: when it lasts no longer than the fault. */
    @Override
    public void inject(Planned planned) throws Exception {
        if (planned.choice(2) == 0) {
            var builder = new ProcessBuilder(command(planned))
                    .redirectErrorStream(true)
                    .redirectOutput(log(planned, "killed").toFile());
            builder.environment().putAll(environment());
            var process = builder.start();
            if (!process.waitFor(planned.hold().toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        }
    }

    @Override
    public void heal(Planned planned) {
        var log = log(planned, "done");
        var ending = Command.run(command(planned), environment(), shop.folder(), log, LIMIT);
        if (!ending.succeeded()) {
            throw new NeedsAHandException("A rebuild of " + planned.target() + " ended with " + ending.exitCode() + ": "
                    + ending.lastLine() + " (" + log + ")");
        }
    }

    private Path log(Planned planned, String how) {
        return shop.folder().resolve("rebuild-" + planned.number() + "-" + how + ".txt");
    }

    private static List<String> command(Planned planned) {
        return new ArrayList<>(List.of(
                Command.ofJdk("java"),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.antiphon.dev.Main",
                "rebuild",
                planned.target(),
                "--page",
                "100",
                "--json"));
    }

    private Map<String, String> environment() {
        return Map.of(
                "ANTIPHON_WRITE_URL", shop.databases().writeUrl(),
                "ANTIPHON_READ_URL", shop.databases().readUrl(),
                "ANTIPHON_PROJECTOR_WAR", war.toString());
    }
}
