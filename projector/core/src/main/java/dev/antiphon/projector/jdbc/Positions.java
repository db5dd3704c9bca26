package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Table {@code antiphon.position}: where each projection stands; wins over the offset of the group. */
public final class Positions {

    private static final String FIND = """
            select partition, topic_id, next_offset from antiphon.position
             where projection = ? and topic = ? and partition = any(?)""";
    private static final String INSERT = """
            insert into antiphon.position (projection, topic, partition, topic_id, next_offset)
            values (?, ?, ?, ?, ?) on conflict do nothing""";
    private static final String MOVE = """
            update antiphon.position set topic_id = ?, next_offset = ?, updated_at = now()
             where projection = ? and topic = ? and partition = ? and topic_id = ? and next_offset = ?""";

    private final String projection;

    public Positions(String projection) {
        this.projection = projection;
    }

    /** The stored positions of some partitions; absent where there is none yet. */
    public Map<Integer, Position> find(Connection connection, String topic, Collection<Integer> partitions)
            throws SQLException {
        try (var statement = connection.prepareStatement(FIND)) {
            statement.setString(1, projection);
            statement.setString(2, topic);
            statement.setArray(3, connection.createArrayOf("int4", partitions.toArray()));
            var found = new HashMap<Integer, Position>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getInt(1), new Position(rows.getString(2), rows.getLong(3)));
                }
            }
            return found;
        }
    }

    /** Sets a position if it still is what it was, null for none; says whether it did. */
    public boolean set(Connection connection, String topic, int partition, @Nullable Position before, Position after)
            throws SQLException {
        try (var statement = connection.prepareStatement(before == null ? INSERT : MOVE)) {
            if (before == null) {
                statement.setString(1, projection);
                statement.setString(2, topic);
                statement.setInt(3, partition);
                statement.setString(4, after.topicId());
                statement.setLong(5, after.nextOffset());
            } else {
                statement.setString(1, after.topicId());
                statement.setLong(2, after.nextOffset());
                statement.setString(3, projection);
                statement.setString(4, topic);
                statement.setInt(5, partition);
                statement.setString(6, before.topicId());
                statement.setLong(7, before.nextOffset());
            }
            return statement.executeUpdate() == 1;
        }
    }
}
