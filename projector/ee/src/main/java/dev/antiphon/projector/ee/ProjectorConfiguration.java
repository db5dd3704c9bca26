package dev.antiphon.projector.ee;

import dev.antiphon.events.Backoff;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.ProjectorSettings;

/** Reads {@link ProjectorSettings} through MicroProfile Config. */
final class ProjectorConfiguration {

    private ProjectorConfiguration() {}

    static ProjectorOptions read(Settings settings) {
        var instanceId = settings.text(ProjectorSettings.INSTANCE_ID);
        return new ProjectorOptions(
                settings.count(ProjectorSettings.THREADS),
                settings.count(ProjectorSettings.BATCH_SIZE),
                settings.duration(ProjectorSettings.SESSION_TIMEOUT),
                instanceId.isEmpty() ? null : instanceId,
                settings.number(ProjectorSettings.RETRIES),
                new Backoff(
                        settings.duration(ProjectorSettings.FIRST_RETRY),
                        settings.duration(ProjectorSettings.LONGEST_RETRY)),
                settings.duration(ProjectorSettings.GAP_TIMEOUT),
                settings.duration(ProjectorSettings.LOCK_TIMEOUT),
                settings.duration(ProjectorSettings.IDLE_TIMEOUT),
                settings.duration(ProjectorSettings.TOPIC_CHECK),
                settings.duration(ProjectorSettings.STOP_TIMEOUT),
                settings.duration(ProjectorSettings.PROCESSED_EVENT_RETENTION),
                settings.duration(ProjectorSettings.CHANGE_RETENTION));
    }

    /** The options with what is set for one projection alone. */
    static ProjectorOptions forProjection(ProjectorOptions options, Settings settings, String projection) {
        return options.with(values -> {
            values.threads = settings.count(ProjectorSettings.own(ProjectorSettings.THREADS, settings, projection));
            values.processedEventRetention = settings.duration(
                    ProjectorSettings.own(ProjectorSettings.PROCESSED_EVENT_RETENTION, settings, projection));
        });
    }
}
