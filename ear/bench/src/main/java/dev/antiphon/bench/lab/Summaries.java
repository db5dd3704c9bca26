package dev.antiphon.bench.lab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Rows of the order summary that no event was needed for, each with its watermark as the projector writes it. */
public final class Summaries implements AutoCloseable {

    private static final String WRITE = """
            with written as (
                insert into order_summary (order_id, kind, status, customer_id, currency, total_minor, line_count,
                                           item_count, ordered_at, version, updated_at)
                select ? || n, 'SALE', 'PLACED', '17850', 'GBP', 1530, 1, 6, timestamptz '2010-12-01T08:26:00Z', 1, now()
                  from generate_series(?, ?) n
                returning order_id)
            insert into antiphon.watermark (projection, aggregate_id, aggregate_version)
            select 'order_summary', order_id, 1 from written""";

    private final Connection connection;

    public Summaries(Lab lab) throws SQLException {
        connection = lab.connectToRead();
    }

    /** Commits the orders {@code prefix<first>} to {@code prefix<last>}. */
    public void write(String prefix, int first, int last) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(WRITE)) {
            insert.setString(1, prefix);
            insert.setInt(2, first);
            insert.setInt(3, last);
            insert.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
