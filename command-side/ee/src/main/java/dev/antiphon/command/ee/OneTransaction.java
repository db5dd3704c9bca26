package dev.antiphon.command.ee;

import dev.antiphon.command.CommandSettings;
import dev.antiphon.events.settings.InvalidSettingException;
import jakarta.persistence.EntityManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;

/** Looks whether aggregates and outbox rows commit together (rule S1): what one writes, the other must see at once. */
final class OneTransaction {

    private static final String WRITE = "set local antiphon.start_check = ";
    private static final String READ = "select current_setting('antiphon.start_check', true)";

    private OneTransaction() {}

    /** Stops the deployment if the persistence unit and the outbox are on different connections in one transaction. */
    static void check(JtaTransactions transactions, EntityManager entities, DataSource dataSource) {
        var mark = UUID.randomUUID().toString();
        transactions.inNew(() -> {
            entities.createNativeQuery(WRITE + "'" + mark + "'").executeUpdate();
            compare(read(dataSource), mark);
            return null;
        });
    }

    /** Before the end of the transaction: a server that does not take a second data source refuses to commit it. */
    private static void compare(String seen, String mark) {
        if (!seen.equals(mark)) {
            throw new InvalidSettingException("The persistence unit of the aggregates and the setting "
                    + CommandSettings.DATA_SOURCE.name()
                    + " name different data sources, or one that is not of JTA: aggregate and event would not commit"
                    + " together. Name the same JTA data source in both, in persistence.xml as jta-data-source. (Seen: "
                    + seen + ")");
        }
    }

    /** Some servers refuse a second data source in one transaction, which tells as much as its answer would. */
    private static String read(DataSource dataSource) {
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(READ);
                var result = statement.executeQuery()) {
            result.next();
            return Objects.requireNonNullElse(result.getString(1), "nothing");
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
