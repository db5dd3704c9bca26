package dev.antiphon.projector.ee;

import dev.antiphon.events.ee.health.HealthCheck;
import dev.antiphon.projector.consumer.FailingRecord;
import dev.antiphon.projector.consumer.ProjectorStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether all projections flow; names what stands still, where, since when and why. A lag is no failure unless nothing
 * moves for a minute; nor is a parked aggregate, nor a projection that an operator has paused.
 */
@ApplicationScoped
public class ProjectionsHealth implements HealthCheck {

    @Inject
    RunningProjectors projectors;

    @Override
    public Result check() {
        var up = true;
        var data = new LinkedHashMap<String, Object>();
        for (var status : projectors.statuses()) {
            up &= status.isUp();
            data.put(status.projection(), describe(status));
        }
        return new Result("projections", up, data);
    }

    private static Map<String, Object> describe(ProjectorStatus status) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("state", status.phase());
        facts.put("partitions", status.partitions());
        facts.put("lagRecords", status.lagRecords());
        facts.put("lagSeconds", status.lagSeconds());
        facts.put("parkedAggregates", status.parkedAggregates());
        facts.put("deadLetters", status.deadLetters());
        if (status.reason() != null) {
            facts.put("reason", status.reason());
        }
        if (!status.failing().isEmpty()) {
            facts.put(
                    "failing",
                    status.failing().stream().map(ProjectionsHealth::describe).toList());
        }
        return facts;
    }

    private static Map<String, Object> describe(FailingRecord record) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("topic", record.topic());
        facts.put("partition", record.partition());
        facts.put("offset", record.offset());
        facts.put("kind", record.failure().kind());
        facts.put("reason", record.failure().message());
        facts.put("attempts", record.attempts());
        facts.put("since", record.since());
        facts.put("nextTry", record.nextTry());
        return facts;
    }
}
