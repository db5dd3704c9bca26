package dev.antiphon.dev.postgres;

import dev.antiphon.dev.process.StartFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;

/**
 * The versioned SQL scripts of one place, for one schema of one database.
 *
 * @param location the scripts' folder on the class path, such as {@code dev/antiphon/command/schema}, or with {@code
 *     filesystem:} before it a folder; what lies deeper counts, too
 * @param schema the schema they fill, with its own history table in it; made when it does not exist
 */
public record Migration(String location, String schema) {

    private static final Pattern ADVERTISEMENT = Pattern.compile("Need more flexibility.*", Pattern.DOTALL);

    /**
     * Brings the schema up to date as {@code owner}. Each script is a transaction; what ran is not run again, and
     * several processes may do this at once.
     *
     * @return how many scripts ran
     * @throws StartFailure when there are no scripts, a script fails, or one that ran has been changed
     */
    public int apply(String url, Login owner, Map<String, String> placeholders) {
        try {
            MigrateResult result = flyway(url, owner, placeholders).migrate();
            return result.migrationsExecuted;
        } catch (FlywayException e) {
            throw new StartFailure(
                    "Cannot bring schema " + schema + " of " + url + " up to date from " + location + ": "
                            + ADVERTISEMENT.matcher(e.getMessage()).replaceAll(""),
                    e);
        }
    }

    /**
     * How the schema differs from the scripts, as {@code owner}; changes nothing.
     *
     * @return what is missing or was changed, a line each
     * @throws StartFailure when the database cannot be asked
     */
    public List<String> differences(String url, Login owner, Map<String, String> placeholders) {
        try {
            return flyway(url, owner, placeholders).validateWithResult().invalidMigrations.stream()
                    .map(each -> each.filepath == null || each.filepath.isBlank()
                            ? "version " + each.version + " (" + each.description + ")"
                            : Path.of(each.filepath).getFileName().toString())
                    .toList();
        } catch (FlywayException e) {
            throw new StartFailure(
                    "Schema " + schema + " of " + url + " cannot be looked at: " + StartFailure.reason(e), e);
        }
    }

    private Flyway flyway(String url, Login owner, Map<String, String> placeholders) {
        return Flyway.configure(Migration.class.getClassLoader())
                .dataSource(url, owner.user(), owner.password())
                .locations(location)
                .failOnMissingLocations(true)
                .schemas(schema)
                .defaultSchema(schema)
                .createSchemas(true)
                .placeholders(placeholders)
                .connectRetries(0)
                .load();
    }
}
