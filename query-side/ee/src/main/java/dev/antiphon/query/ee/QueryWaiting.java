package dev.antiphon.query.ee;

import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.query.QuerySettings;
import dev.antiphon.query.waiting.ExecutorScheduler;
import dev.antiphon.query.waiting.JdbcWatermarks;
import dev.antiphon.query.waiting.WaitLimits;
import dev.antiphon.query.waiting.WaitingRoom;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** The one waiting room of the war, on threads of the container; it ends with the war. */
@ApplicationScoped
public class QueryWaiting {

    /** Looked up, since resources are not injected everywhere while an application starts. */
    private static final String THREADS = "java:comp/DefaultManagedThreadFactory";

    /** On threads of the container. */
    @Produces
    @Singleton
    ExecutorScheduler scheduler() throws NamingException {
        return new ExecutorScheduler(InitialContext.<ManagedThreadFactory>doLookup(THREADS));
    }

    @Produces
    @Singleton
    WaitingRoom room(QueryDatabase database, ExecutorScheduler scheduler, MeterRegistry meters) {
        var settings = WarSettings.ofThisApplication();
        var watermarks = new JdbcWatermarks(database.dataSource(), settings.duration(QuerySettings.TIMEOUT));
        return new WaitingRoom(watermarks, scheduler, limits(settings), meters);
    }

    void close(@Disposes WaitingRoom room) {
        room.close();
    }

    void close(@Disposes ExecutorScheduler scheduler) {
        scheduler.close();
    }

    /** Reads the settings while a wrong one can still stop the deployment. */
    void start(@Observes @Initialized(ApplicationScoped.class) Object started, WaitingRoom room) {}

    private static WaitLimits limits(Settings settings) {
        try {
            return new WaitLimits(
                    settings.duration(QuerySettings.WAIT),
                    settings.duration(QuerySettings.WAIT_LONGEST),
                    settings.duration(QuerySettings.WAIT_INTERVAL),
                    settings.number(QuerySettings.WAIT_PLACES));
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException("Settings " + QuerySettings.WAIT.name() + ", "
                    + QuerySettings.WAIT_LONGEST.name() + ", " + QuerySettings.WAIT_INTERVAL.name() + " and "
                    + QuerySettings.WAIT_PLACES.name() + ": "
                    + e.getMessage() + ".");
        }
    }
}
