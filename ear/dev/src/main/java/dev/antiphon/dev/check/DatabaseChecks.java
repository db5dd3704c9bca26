package dev.antiphon.dev.check;

import dev.antiphon.command.start.NoTriggers;
import dev.antiphon.command.start.SchemaMismatchException;
import dev.antiphon.command.start.WriteSchema;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.Login;
import dev.antiphon.dev.postgres.Migration;
import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.SchemaCheck;
import dev.antiphon.query.ReadFailedException;
import dev.antiphon.query.ReadSchema;
import dev.antiphon.query.SchemaMissingException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Whether both databases can be entered by every role, have the schema of this version, give each role what it needs and no
 * more, have no triggers (rules X1, X2), and have the time of this machine.
 */
public final class DatabaseChecks {

    private static final String MIGRATE = "Run `antiphon migrate` as the owner of the databases.";

    private static final String TOO_MUCH = """
            select c.oid::regclass || ' (' || string_agg(privilege, ', ') || ')'
              from pg_class c cross join unnest(string_to_array(?, ',')) privilege
             where c.relkind in ('r', 'p', 'v', 'm')
               and c.relnamespace in (to_regnamespace('antiphon'), to_regnamespace('public'))
               and has_table_privilege(?, c.oid, privilege)
             group by c.oid order by 1""";
    private static final String MAY_CREATE = """
            select n.nspname from pg_namespace n
             where n.nspname in ('antiphon', 'public') and has_schema_privilege(?, n.oid, 'create')""";
    private static final String EXISTS = "select 1 from pg_roles where rolname = ?";

    private final Databases databases;
    private final List<Finding> findings = new ArrayList<>();

    private DatabaseChecks(Databases databases) {
        this.databases = databases;
    }

    /** Looks at both databases. */
    public static List<Finding> run(
            Databases databases, Migrations migrations, List<ProjectionDefinition> projections) {
        var checks = new DatabaseChecks(databases);
        if (checks.logins()) {
            checks.schema(migrations, projections);
            checks.grants();
            checks.triggers();
            checks.clocks();
        }
        return checks.findings;
    }

    private boolean logins() {
        try {
            databases.check();
            findings.add(Finding.ok(
                    "databases", "all roles can log in to " + databases.writeUrl() + " and " + databases.readUrl()));
            return true;
        } catch (StartFailure e) {
            findings.add(Finding.wrong(
                    "databases", e.getMessage(), "Start the database, or correct the settings in parentheses."));
            return false;
        }
    }

    private void schema(Migrations migrations, List<ProjectionDefinition> projections) {
        scripts("write", databases.writeUrl(), migrations.write());
        scripts("read", databases.readUrl(), migrations.read());
        start("the command side", () -> WriteSchema.check(asCommand()));
        start("the projector", () -> SchemaCheck.check(asProjector(), projections));
        start("the query side", () -> ReadSchema.check(databases.roles().query().to(databases.readUrl())));
    }

    private void scripts(String name, String url, List<Migration> migrations) {
        for (var migration : migrations) {
            try {
                var different = migration.differences(
                        url, databases.roles().owner(), databases.roles().placeholders());
                var schema = "schema " + migration.schema() + " of the " + name + " database";
                findings.add(
                        different.isEmpty()
                                ? Finding.ok("schema", schema + " is up to date")
                                : Finding.wrong(
                                        "schema",
                                        schema + " lacks or has otherwise: " + String.join(", ", different),
                                        MIGRATE));
            } catch (StartFailure e) {
                findings.add(Finding.wrong("schema", e.getMessage(), MIGRATE));
            }
        }
    }

    private interface StartCheck {
        void run() throws SQLException;
    }

    /** What a war checks when it starts, which says itself what to do. */
    private void start(String side, StartCheck check) {
        try {
            check.run();
            findings.add(Finding.ok("schema", side + " finds its tables"));
        } catch (SchemaMismatchException
                | InvalidProjectionException
                | SchemaMissingException
                | ReadFailedException
                | SQLException e) {
            findings.add(Finding.wrong("schema", side + ": " + e.getMessage(), MIGRATE));
        }
    }

    private void grants() {
        var before = findings.size();
        var roles = databases.roles();
        var writes = "insert,update,delete,truncate";
        grants("write", databases.writeUrl(), roles.projector(), "select," + writes);
        grants("write", databases.writeUrl(), roles.query(), "select," + writes);
        grants("write", databases.writeUrl(), roles.command(), "truncate");
        grants("read", databases.readUrl(), roles.command(), "select," + writes);
        grants("read", databases.readUrl(), roles.query(), writes);
        grants("read", databases.readUrl(), roles.projector(), "truncate");
        if (findings.size() == before) {
            findings.add(Finding.ok("grants", "no role may do more than it needs"));
        }
    }

    /** Whether a role has rights that it must not have. */
    private void grants(String name, String url, Login role, String forbidden) {
        var todo =
                "Revoke it, and give the role no membership in the owner or a superuser; each side has a role of its own"
                        + " (rule X1).";
        try (var connection = databases.roles().owner().to(url).getConnection()) {
            if (rows(connection, EXISTS, role.user()).isEmpty()) {
                return; // on a server of its own, where the role cannot log in
            }
            var tables = rows(connection, TOO_MUCH, forbidden, role.user());
            if (!tables.isEmpty()) {
                findings.add(Finding.wrong(
                        "grants",
                        role.user() + " has rights in the " + name + " database that it must not have: "
                                + String.join(", ", tables),
                        todo));
            }
            var schemas = rows(connection, MAY_CREATE, role.user());
            if (!schemas.isEmpty()) {
                findings.add(Finding.warning(
                        "grants",
                        role.user() + " may create tables in the " + name + " database, in schema "
                                + String.join(", ", schemas),
                        "Revoke create on the schema from it and from public; only the owner makes tables."));
            }
        } catch (SQLException e) {
            findings.add(Finding.wrong("grants", "The " + name + " database: " + StartFailure.reason(e), MIGRATE));
        }
    }

    private static List<String> rows(Connection connection, String sql, String... arguments) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (var i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            try (var result = statement.executeQuery()) {
                var rows = new ArrayList<String>();
                while (result.next()) {
                    rows.add(result.getString(1));
                }
                return rows;
            }
        }
    }

    private void triggers() {
        try {
            var found = Stream.concat(NoTriggers.find(asCommand()).stream(), NoTriggers.find(asProjector()).stream())
                    .toList();
            findings.add(
                    found.isEmpty()
                            ? Finding.ok("triggers", "there are none")
                            : Finding.wrong(
                                    "triggers", "There are triggers: " + String.join(", ", found), NoTriggers.ADVICE));
        } catch (SQLException e) {
            findings.add(Finding.wrong("triggers", "They cannot be looked for: " + StartFailure.reason(e), MIGRATE));
        }
    }

    private void clocks() {
        clock("write", asCommand());
        clock("read", asProjector());
    }

    private void clock(String name, DataSource database) {
        try (var connection = database.getConnection();
                var statement = connection.prepareStatement("select clock_timestamp()")) {
            statement.executeQuery().close(); // the first is slower
            var before = Instant.now();
            try (var row = statement.executeQuery()) {
                row.next();
                var there = row.getObject(1, OffsetDateTime.class).toInstant();
                findings.add(ClockChecks.compare("the " + name + " database", there, before, Instant.now()));
            }
        } catch (SQLException e) {
            findings.add(Finding.wrong("clocks", "The " + name + " database: " + StartFailure.reason(e), MIGRATE));
        }
    }

    private DataSource asCommand() {
        return databases.roles().command().to(databases.writeUrl());
    }

    private DataSource asProjector() {
        return databases.roles().projector().to(databases.readUrl());
    }
}
