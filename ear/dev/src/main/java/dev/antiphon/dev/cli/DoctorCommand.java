package dev.antiphon.dev.cli;

import dev.antiphon.dev.check.DatabaseChecks;
import dev.antiphon.dev.check.ExpectedTopic;
import dev.antiphon.dev.check.Finding;
import dev.antiphon.dev.check.SettingChecks;
import dev.antiphon.dev.check.TopicChecks;
import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.dev.runtime.ProjectorWar;
import dev.antiphon.events.InvalidEventModelException;
import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Looks at everything that the application needs around it. */
@Command(
        name = "doctor",
        description = {
            "Looks at what the application needs around it, changes nothing, and says of each thing that is not right what to"
                    + " do: settings, logins, schema, grants, triggers (there must be none), topics, clocks. Much of it is what"
                    + " the wars check when they start, so it can be run before they do.",
            "Works on the servers named by ANTIPHON_WRITE_URL, ANTIPHON_READ_URL and ANTIPHON_KAFKA_BOOTSTRAP_SERVERS, else"
                    + " on those of the application started on the same data folder.",
            "With --json: level (ok, warning or wrong), about, what, todo (null for nothing)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Nothing is wrong; there may be warnings.",
            "1:Something is wrong.",
            "2:The command line is wrong."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon doctor",
            "  ./antiphon doctor --war shop-projector.war --json",
        })
public final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private OperatedDatabase servers;

    @Mixin
    private Output output;

    @Mixin
    private WarOption war;

    private final List<ProjectionDefinition> projections = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() {
        LogFile.silenceConsole();
        var environment = new Environment(System.getenv());
        try (var projector = new ProjectorWar(war.file())) {
            var settings = projector.settings(environment);
            findings.addAll(SettingChecks.run(settings, environment));
            guarded("war", () -> projections.addAll(projector.projections()));
            guarded("databases", () -> databases(projector));
            guarded("topics", () -> topics(ExpectedTopic.of(projector, settings)));
        }
        return Findings.tell(output, findings);
    }

    /** What cannot even be looked at is a finding, too, and ends nothing else. */
    private void guarded(String about, Runnable check) {
        try {
            check.run();
        } catch (StartFailure | InvalidProjectionException | InvalidEventModelException | InvalidSettingException e) {
            findings.add(Finding.unseen(about, e));
        }
    }

    private void databases(ProjectorWar projector) {
        var migrations = war.named() ? projector.migrations() : Migrations.ofReferenceApplication();
        findings.addAll(DatabaseChecks.run(servers.databases(), migrations, projections));
    }

    private void topics(List<ExpectedTopic> expected) {
        try (var kafka = servers.kafka()) {
            findings.addAll(new TopicChecks(kafka).run(expected));
        }
    }
}
