package dev.antiphon.dev.importer;

import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers a bounded number of texts, so that most repetitions need no place on the disk. */
final class RecentlySeen {

    private static final int LIMIT = 20_000;

    private final Map<String, Boolean> seen = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > LIMIT;
        }
    };

    /** False if the text was certainly there before. */
    boolean isNew(String text) {
        return seen.put(text, true) == null;
    }
}
