package dev.antiphon.projector.ee;

import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.projector.ProjectorSettings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/** The timer of what is to be done beside the consumers, see {@link RunningProjectors#upkeep()}. */
@Singleton
@Startup
@DependsOn("ProjectorLifecycle")
@TransactionManagement(TransactionManagementType.BEAN)
public class ProjectorUpkeep {

    @Resource
    TimerService timers;

    @Inject
    RunningProjectors running;

    @PostConstruct
    void prepare() {
        var interval = WarSettings.ofThisApplication()
                .duration(ProjectorSettings.UPKEEP_INTERVAL)
                .toMillis();
        timers.createIntervalTimer(interval, interval, new TimerConfig("antiphon-projector-upkeep", false));
    }

    @PreDestroy
    void stop() {
        running.stopUpkeep();
    }

    @Timeout
    void upkeep() {
        running.upkeep();
    }
}
