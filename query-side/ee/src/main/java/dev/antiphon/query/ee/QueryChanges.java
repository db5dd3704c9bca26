package dev.antiphon.query.ee;

import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.events.ee.http.JsonProvider;
import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.query.QuerySettings;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.changes.ChangeLimits;
import dev.antiphon.query.changes.ChangeTail;
import dev.antiphon.query.waiting.ExecutorScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The one tail of the changes in the war, on the threads of the waiting room; it ends with the war. */
@ApplicationScoped
public class QueryChanges {

    @Produces
    @Singleton
    ChangeTail tail(QueryDatabase database, ReadStore store, ExecutorScheduler scheduler, MeterRegistry meters) {
        var settings = WarSettings.ofThisApplication();
        return new ChangeTail(
                database.dataSource(),
                settings.duration(QuerySettings.TIMEOUT),
                store,
                JsonProvider::line,
                scheduler,
                limits(settings),
                meters);
    }

    void close(@Disposes ChangeTail tail) {
        tail.close();
    }

    /** Reads the settings while a wrong one can still stop the deployment. */
    void start(@Observes @Initialized(ApplicationScoped.class) Object started, ChangeTail tail) {}

    private static ChangeLimits limits(Settings settings) {
        try {
            return new ChangeLimits(
                    settings.duration(QuerySettings.WAIT_INTERVAL),
                    settings.duration(QuerySettings.HEARTBEAT),
                    settings.number(QuerySettings.STREAMS));
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException("Settings " + QuerySettings.WAIT_INTERVAL.name() + ", "
                    + QuerySettings.HEARTBEAT.name() + " and " + QuerySettings.STREAMS.name() + ": " + e.getMessage()
                    + ".");
        }
    }
}
