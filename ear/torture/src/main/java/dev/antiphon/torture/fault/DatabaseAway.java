package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Database;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A database server stops, in order or as by a power failure, and is started again: at once, or after a minute. */
final class DatabaseAway implements Fault {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final String kind;
    private final Database database;
    private final Duration away;

    private DatabaseAway(String kind, Database database, Duration away) {
        this.kind = kind;
        this.database = database;
        this.away = away;
    }

    static DatabaseAway restart(Database database) {
        return new DatabaseAway("restart-" + database, database, Duration.ZERO);
    }

    static DatabaseAway forAMinute(Database database) {
        return new DatabaseAway("absent-" + database, database, MINUTE);
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public List<String> targets() {
        return List.of(database.name());
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of(target);
    }

    @Override
    public Duration shortest() {
        return away;
    }

    @Override
    public void inject(Planned planned) {
        if (planned.choice(2) == 0) {
            database.stop();
        } else {
            database.crash();
        }
    }

    @Override
    public void heal(Planned planned) {
        database.start();
    }
}
