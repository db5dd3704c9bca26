package dev.antiphon.dev.postgres;

import java.util.List;

/**
 * Every schema the reference application needs: the framework's tables in schema {@code antiphon}, the application's
 * in {@code public}. Run as the owning user; the wars only check.
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
        return new Migrations(
                List.of(
                        new Migration("dev/antiphon/command/schema", FRAMEWORK),
                        new Migration("dev/antiphon/orders/command/schema", APPLICATION)),
                List.of(
                        new Migration("dev/antiphon/projector/schema", FRAMEWORK),
                        new Migration("dev/antiphon/orders/projector/schema", APPLICATION)));
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
