package dev.antiphon.torture.traffic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** The products, or the orders, that customers know of; the latest versions that they were told. Safe for many threads. */
final class Goods {

    private static final int RECENT = 60;

    private final List<Known> all = new ArrayList<>();
    private final Map<String, Known> byId = new HashMap<>();

    /** One of them, as far as somebody was told. */
    static final class Known {
        private final String id;
        private long version;
        private Request.Kind last;

        private Known(String id, long version, Request.Kind last) {
            this.id = id;
            this.version = version;
            this.last = last;
        }

        String id() {
            return id;
        }

        synchronized long version() {
            return version;
        }

        synchronized Request.Kind last() {
            return last;
        }

        private synchronized void told(long newVersion, Request.Kind kind) {
            if (newVersion > version) {
                version = newVersion;
                last = kind;
            }
        }
    }

    synchronized void add(String id, long version, Request.Kind kind) {
        var known = new Known(id, version, kind);
        all.add(known);
        byId.put(id, known);
    }

    /** It has another version now. */
    synchronized void told(String id, long version, Request.Kind kind) {
        var known = byId.get(id);
        if (known != null) {
            known.told(version, kind);
        }
    }

    /** One of the latest, so that several customers meet on it. */
    synchronized Optional<Known> any(SplittableRandom random) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        var from = Math.max(0, all.size() - RECENT);
        return Optional.of(all.get(random.nextInt(from, all.size())));
    }
}
