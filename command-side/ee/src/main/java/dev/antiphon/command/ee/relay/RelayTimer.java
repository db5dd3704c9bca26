package dev.antiphon.command.ee.relay;

import dev.antiphon.command.CommandSettings;
import dev.antiphon.command.ee.CommandSide;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/**
 * Starts the command side with its war and wakes the relay regularly: the net under the wake-ups after commits. The
 * timer is not persistent, so it lives and dies with the war, once on each node. The relay first runs when the deployment
 * is over: during it a server may close and open the war's jars.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RelayTimer {

    private static final int TICKS_BETWEEN_CLEANINGS = 10;

    @Inject
    CommandSide commandSide;

    @Inject
    Cleaning cleaning;

    @Resource
    TimerService timers;

    private int ticks;

    @PostConstruct
    void start() {
        var interval =
                commandSide.settings().duration(CommandSettings.RELAY_INTERVAL).toMillis();
        timers.createIntervalTimer(1, interval, new TimerConfig("antiphon-relay", false));
    }

    @Timeout
    void tick() {
        commandSide.relayLoop().tick();
        if (++ticks % TICKS_BETWEEN_CLEANINGS == 0) {
            cleaning.start();
        }
    }

    @PreDestroy
    void stop() {
        cleaning.stop();
        commandSide.relayLoop().stop(commandSide.settings().duration(CommandSettings.RELAY_STOP));
        commandSide.threads().close();
    }
}
