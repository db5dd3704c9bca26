package dev.antiphon.command.outbox;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The stable hash that assigns an aggregate to a lane. It is stored with every row and must never change: two rows of
 * one aggregate with different hashes could be sent by two relays at once.
 */
public final class AggregateHash {

    /** Hashes lie in {@code [0, SPACE)}; a lane is a range of them. */
    public static final int SPACE = 1 << 16;

    private AggregateHash() {}

    public static int of(String aggregateType, String aggregateId) {
        var crc = new CRC32();
        crc.update((aggregateType + '/' + aggregateId).getBytes(StandardCharsets.UTF_8));
        var value = crc.getValue();
        return (int) ((value >>> 16 ^ value) & (SPACE - 1));
    }
}
