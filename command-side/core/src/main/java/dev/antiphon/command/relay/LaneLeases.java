package dev.antiphon.command.relay;

import dev.antiphon.command.outbox.AggregateHash;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * The lanes that this node holds. Each call is a short transaction of its own, on the database's clock; none is open
 * while a broker is waited for.
 *
 * <p>A node takes free and expired lanes up to its share, and gives lanes back when other nodes have come. Taking a lane
 * raises its fence, by which {@link #lock} tells an owner that was replaced. When another number of lanes is wanted,
 * every node gives back what it holds and takes nothing until no lease of the old number is left.
 */
final class LaneLeases {

    private static final String SEEN = """
            insert into antiphon.relay_node (node, seen_until) values (?, now() + ? * interval '1 millisecond')
            on conflict (node) do update set seen_until = excluded.seen_until
            """;
    private static final String PLAN = """
            select (select lanes from antiphon.relay_plan),
                   (select count(*) from antiphon.lane),
                   (select count(*) from antiphon.relay_node where seen_until > now())
            """;
    private static final String RENEW = """
            update antiphon.lane set leased_until = now() + ? * interval '1 millisecond'
             where owner = ? and leased_until > now() returning lane, fence, lanes
            """;
    private static final String TAKE = """
            update antiphon.lane set owner = ?, fence = fence + 1, leased_until = now() + ? * interval '1 millisecond'
             where lane in (select lane from antiphon.lane where leased_until <= now()
                             order by lane limit ? for update skip locked)
            returning lane, fence, lanes
            """;
    private static final String GIVE =
            "update antiphon.lane set owner = null, leased_until = 'epoch' where owner = ? and lane = any(?)";
    private static final String LEAVE = "delete from antiphon.relay_node where node = ?";
    private static final String FORGET = "delete from antiphon.relay_node where seen_until < now() - interval '1 hour'";
    private static final String LOCK = """
            select lane, fence from antiphon.lane where owner = ? and leased_until > now() order by lane for share
            """;
    private static final String ONE_AT_A_TIME = "select from antiphon.relay_plan for update";
    private static final String LOCK_ALL = "select fence, leased_until > now() from antiphon.lane for update";
    private static final String REMOVE_ALL = "delete from antiphon.lane";
    private static final String DIVIDE = """
            insert into antiphon.lane (lane, lanes, fence) select each, ?, ? from generate_series(0, ? - 1) as each
            """;

    /**
     * What is held after a renewal.
     *
     * @param laneCount how many lanes there are
     * @param fences of the lanes held, by lane
     */
    private record Held(int laneCount, Map<Integer, Long> fences) {

        private static final Held NONE = new Held(1, Map.of());

        int laneOf(int hash) {
            return (int) ((long) hash * laneCount / AggregateHash.SPACE);
        }
    }

    private final String node;
    private final Duration lease;
    private volatile Held held = Held.NONE;
    private volatile boolean alone = true;

    LaneLeases(String node, Duration lease) {
        this.node = node;
        this.lease = lease;
    }

    /**
     * Renews what is held, takes what is free, gives back what is more than the share. Commits.
     *
     * @return whether lanes have come that were not held before
     */
    boolean renew(Connection connection) throws SQLException {
        var before = held;
        signIn(connection);
        int wanted;
        int existing;
        int nodes;
        try (var statement = connection.prepareStatement(PLAN);
                var row = statement.executeQuery()) {
            row.next();
            wanted = row.getInt(1);
            existing = row.getInt(2);
            nodes = Math.max(1, row.getInt(3));
        }
        var lanes = new Lanes(existing);
        if (wanted == existing) {
            share(connection, lanes, (existing + nodes - 1) / nodes);
        } else {
            give(connection, before.fences().keySet());
            divide(connection, wanted);
        }
        connection.commit();
        held = new Held(lanes.count, Map.copyOf(lanes.fences));
        alone = nodes == 1;
        return !before.fences().entrySet().containsAll(lanes.fences.entrySet());
    }

    private void signIn(Connection connection) throws SQLException {
        try (var seen = connection.prepareStatement(SEEN);
                var forget = connection.prepareStatement(FORGET)) {
            seen.setString(1, node);
            seen.setLong(2, lease.toMillis());
            seen.executeUpdate();
            forget.executeUpdate();
        }
    }

    private void share(Connection connection, Lanes lanes, int share) throws SQLException {
        try (var renew = connection.prepareStatement(RENEW)) {
            renew.setLong(1, lease.toMillis());
            renew.setString(2, node);
            lanes.addAll(renew);
        }
        if (lanes.fences.size() < share) {
            try (var take = connection.prepareStatement(TAKE)) {
                take.setString(1, node);
                take.setLong(2, lease.toMillis());
                take.setInt(3, share - lanes.fences.size());
                lanes.addAll(take);
            }
        } else if (lanes.fences.size() > share) {
            var surplus = lanes.fences.keySet().stream().sorted().skip(share).toList();
            give(connection, surplus);
            lanes.fences.keySet().removeAll(surplus);
        }
    }

    private void give(Connection connection, Collection<Integer> lanes) throws SQLException {
        try (var give = connection.prepareStatement(GIVE)) {
            give.setString(1, node);
            give.setArray(2, connection.createArrayOf("int", lanes.toArray()));
            give.executeUpdate();
        }
    }

    /** Makes the wanted number of lanes, unless one is still leased. Fences go on rising: no old owner matches a new. */
    private static void divide(Connection connection, int wanted) throws SQLException {
        try (var lock = connection.prepareStatement(ONE_AT_A_TIME)) {
            lock.executeQuery().close();
        }
        long fence = 0;
        var count = 0;
        try (var lock = connection.prepareStatement(LOCK_ALL);
                var rows = lock.executeQuery()) {
            while (rows.next()) {
                if (rows.getBoolean(2)) {
                    return;
                }
                fence = Math.max(fence, rows.getLong(1));
                count++;
            }
        }
        if (count == wanted) {
            return; // another node was first
        }
        try (var remove = connection.prepareStatement(REMOVE_ALL);
                var divide = connection.prepareStatement(DIVIDE)) {
            remove.executeUpdate();
            divide.setInt(1, wanted);
            divide.setLong(2, fence);
            divide.setInt(3, wanted);
            divide.executeUpdate();
        }
    }

    /** Gives everything back and signs off, so that others need not wait for the lease to end. Commits. */
    void leave(Connection connection) throws SQLException {
        give(connection, held.fences().keySet());
        try (var leave = connection.prepareStatement(LEAVE)) {
            leave.setString(1, node);
            leave.executeUpdate();
        }
        connection.commit();
        held = Held.NONE;
    }

    /**
     * Locks the lanes of this node against being taken until the transaction ends.
     *
     * @return those of the rows whose lane is still this node's, by the same fence
     */
    List<OutboxRow> lock(Connection connection, List<OutboxRow> rows) throws SQLException {
        var before = held;
        var mine = new HashSet<Integer>();
        try (var statement = connection.prepareStatement(LOCK)) {
            statement.setString(1, node);
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    var lane = result.getInt(1);
                    if (Long.valueOf(result.getLong(2)).equals(before.fences().get(lane))) {
                        mine.add(lane);
                    }
                }
            }
        }
        return rows.stream()
                .filter(row -> mine.contains(before.laneOf(row.hash())))
                .toList();
    }

    /** The lanes held after the last renewal. */
    List<Integer> held() {
        return List.copyOf(held.fences().keySet());
    }

    /** Whether a lane was held after the last renewal. From any thread. */
    boolean holds(int lane) {
        return held.fences().containsKey(lane);
    }

    /** The lanes held with their fences, as of the last renewal. */
    Map<Integer, Long> fences() {
        return held.fences();
    }

    String node() {
        return node;
    }

    /** How many lanes there are, as of the last renewal. */
    int laneCount() {
        return held.laneCount();
    }

    /** The lane of a hash, as of the last renewal. From any thread. */
    int laneOf(int hash) {
        return held.laneOf(hash);
    }

    /** Whether no other relay was alive at the last renewal. From any thread. */
    boolean alone() {
        return alone;
    }

    private static final class Lanes {

        private final Map<Integer, Long> fences = new HashMap<>();
        private int count;

        Lanes(int count) {
            this.count = count;
        }

        void addAll(PreparedStatement statement) throws SQLException {
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    fences.put(rows.getInt(1), rows.getLong(2));
                    count = rows.getInt(3);
                }
            }
        }
    }
}
