package dev.antiphon.command.relay;

import dev.antiphon.command.outbox.AggregateHash;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lanes that this node holds. Each call is a short transaction of its own, on the database's clock; none is open
 * while a broker is waited for.
 *
 * <p>A node takes free and expired lanes up to its share, and gives lanes back when other nodes have come. Taking a lane
 * raises its fence, by which {@link #lock} tells an owner that was replaced.
 */
final class LaneLeases {

    private static final String SEEN = """
            insert into antiphon.relay_node (node, seen_until) values (?, now() + ? * interval '1 millisecond')
            on conflict (node) do update set seen_until = excluded.seen_until
            """;
    private static final String SHARE = """
            select (select count(*) from antiphon.lane),
                   (select count(*) from antiphon.relay_node where seen_until > now())
            """;
    private static final String RENEW = """
            update antiphon.lane set leased_until = now() + ? * interval '1 millisecond'
             where owner = ? and leased_until > now() returning lane, fence
            """;
    private static final String TAKE = """
            update antiphon.lane set owner = ?, fence = fence + 1, leased_until = now() + ? * interval '1 millisecond'
             where lane in (select lane from antiphon.lane where leased_until <= now()
                             order by lane limit ? for update skip locked)
            returning lane, fence
            """;
    private static final String GIVE =
            "update antiphon.lane set owner = null, leased_until = 'epoch' where owner = ? and lane = any(?)";
    private static final String LEAVE = "delete from antiphon.relay_node where node = ?";
    private static final String FORGET = "delete from antiphon.relay_node where seen_until < now() - interval '1 hour'";
    private static final String LOCK = """
            select lane, fence from antiphon.lane where owner = ? and leased_until > now() order by lane for share
            """;

    private final String node;
    private final Duration lease;
    private final Map<Integer, Long> held = new HashMap<>();
    private int laneCount;

    LaneLeases(String node, Duration lease) {
        this.node = node;
        this.lease = lease;
    }

    /** Renews what is held, takes what is free, gives back what is more than the share. Commits. */
    void renew(Connection connection) throws SQLException {
        try (var seen = connection.prepareStatement(SEEN);
                var forget = connection.prepareStatement(FORGET)) {
            seen.setString(1, node);
            seen.setLong(2, lease.toMillis());
            seen.executeUpdate();
            forget.executeUpdate();
        }
        var share = share(connection);
        held.clear();
        try (var renew = connection.prepareStatement(RENEW)) {
            renew.setLong(1, lease.toMillis());
            renew.setString(2, node);
            hold(renew);
        }
        if (held.size() < share) {
            try (var take = connection.prepareStatement(TAKE)) {
                take.setString(1, node);
                take.setLong(2, lease.toMillis());
                take.setInt(3, share - held.size());
                hold(take);
            }
        } else if (held.size() > share) {
            give(connection, held.keySet().stream().sorted().skip(share).toList());
        }
        connection.commit();
    }

    private int share(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(SHARE);
                var row = statement.executeQuery()) {
            row.next();
            laneCount = row.getInt(1);
            var nodes = Math.max(1, row.getInt(2));
            return (laneCount + nodes - 1) / nodes;
        }
    }

    private void hold(PreparedStatement statement) throws SQLException {
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                held.put(rows.getInt(1), rows.getLong(2));
            }
        }
    }

    private void give(Connection connection, List<Integer> lanes) throws SQLException {
        try (var give = connection.prepareStatement(GIVE)) {
            give.setString(1, node);
            give.setArray(2, connection.createArrayOf("int", lanes.toArray()));
            give.executeUpdate();
        }
        lanes.forEach(held::remove);
    }

    /** Gives everything back and signs off, so that others need not wait for the lease to end. Commits. */
    void leave(Connection connection) throws SQLException {
        give(connection, List.copyOf(held.keySet()));
        try (var leave = connection.prepareStatement(LEAVE)) {
            leave.setString(1, node);
            leave.executeUpdate();
        }
        connection.commit();
    }

    /**
     * Locks the lanes of this node against being taken until the transaction ends.
     *
     * @return those of the held lanes that are still this node's, by the same fence
     */
    List<Integer> lock(Connection connection) throws SQLException {
        var mine = new ArrayList<Integer>();
        try (var statement = connection.prepareStatement(LOCK)) {
            statement.setString(1, node);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var lane = rows.getInt(1);
                    if (Long.valueOf(rows.getLong(2)).equals(held.get(lane))) {
                        mine.add(lane);
                    }
                }
            }
        }
        return mine;
    }

    /** The lanes held after the last renewal. */
    List<Integer> held() {
        return held.keySet().stream().sorted().toList();
    }

    /** How many lanes there are; known after the first renewal. */
    int laneCount() {
        return laneCount;
    }

    /** The lane of a hash. */
    int laneOf(int hash) {
        return (int) ((long) hash * laneCount / AggregateHash.SPACE);
    }
}
