package dev.antiphon.dev.postgres;

import java.util.List;
import java.util.stream.Stream;

/**
 * Every schema an application needs: the framework's tables in schema {@code antiphon}, its own in {@code public}. Run as
 * the owning user; the wars only check.
 *
 * @param write those of the write database, in order
 * @param read those of the read database, in order
 */
public record Migrations(List<Migration> write, List<Migration> read) {

    private static final String FRAMEWORK = "antiphon";
    private static final String APPLICATION = "public";

    public Migrations {
        write = List.copyOf(write);
        read = List.copyOf(read);
    }

    public static Migrations ofReferenceApplication() {
        return of(List.of("dev/antiphon/orders/command/schema"), List.of("dev/antiphon/orders/projector/schema"));
    }

    /**
     * Those of an application.
     *
     * @param write where its scripts for the write database are, if they are known
     * @param read the same for the read database
     */
    public static Migrations of(List<String> write, List<String> read) {
        return new Migrations(with("dev/antiphon/command/schema", write), with("dev/antiphon/projector/schema", read));
    }

    private static List<Migration> with(String framework, List<String> application) {
        return Stream.concat(
                        Stream.of(new Migration(framework, FRAMEWORK)),
                        application.stream().map(location -> new Migration(location, APPLICATION)))
                .toList();
    }

    /** No schema at all, for applications that bring none. */
    public static Migrations none() {
        return new Migrations(List.of(), List.of());
    }

    /** Brings both databases up to date and answers how many scripts ran. */
    public int apply(Databases databases) {
        int ran = 0;
        for (Migration migration : write) {
            ran += migration.apply(
                    databases.writeUrl(),
                    databases.roles().owner(),
                    databases.roles().placeholders());
        }
        for (Migration migration : read) {
            ran += migration.apply(
                    databases.readUrl(),
                    databases.roles().owner(),
                    databases.roles().placeholders());
        }
        return ran;
    }
}
