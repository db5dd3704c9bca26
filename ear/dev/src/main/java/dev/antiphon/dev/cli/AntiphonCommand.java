package dev.antiphon.dev.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a command: shows what there is. */
@Command(
        name = "antiphon",
        description = "Runs Antiphon's reference application on this machine and feeds it.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            UpCommand.class,
            ImportCommand.class,
            MigrateCommand.class,
            OutboxCommand.class,
            DlqCommand.class,
            LagCommand.class,
            ProjectionsCommand.class,
            TopicsCommand.class,
            EventsCommand.class,
            DoctorCommand.class,
            RebuildCommand.class,
            VerifyCommand.class
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon up                            start everything, data in .antiphon",
            "  ./antiphon up --ephemeral --port 9090    start with empty databases, forget them on exit",
            "  ./antiphon import orders.csv.gz          load a shop's order lines into what runs",
            "  ./antiphon outbox parked                 events that can never be sent, and why",
            "  ./antiphon bench --list                  figures of its speed that can be measured",
            "  ./antiphon torture                       whether it keeps its promises whatever breaks",
            "  ./antiphon dlq list                      events that a projection could not apply, and why",
            "  ./antiphon lag                           how far the projections are behind",
            "  ./antiphon topics                        whether the topics are as they must be",
            "  ./antiphon events                        which events there are, who produces and who reads them",
            "  ./antiphon doctor                        whether everything around the application is right",
            "  ./antiphon rebuild                       fill the read tables from the write store",
            "  ./antiphon verify                        compare them with the write store, and mend them",
            "  ./antiphon up --help                     the options of one command",
        })
public final class AntiphonCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "Say what to do: up, import, migrate, outbox, dlq, lag, projections, topics, events, doctor, rebuild or verify.");
    }
}
