package dev.antiphon.command.spi;

/** Named places where tests stop, fail or kill the relay; nothing happens there otherwise. */
public enum FaultPoint {
    /** Rows are read, nothing is sent. */
    BEFORE_SEND,
    /** All records of a batch are acknowledged by the broker, none is marked. */
    AFTER_ACK_BEFORE_MARK;

    /** What happens at a fault point. */
    @FunctionalInterface
    public interface Action {

        /** Does nothing. */
        Action NONE = point -> {};

        void at(FaultPoint point);
    }
}
