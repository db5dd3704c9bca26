package dev.antiphon.orders.events;

/** Whether goods go to the customer or come back. */
public enum OrderKind {
    /** Counts positive in every sum. */
    SALE(1),
    /** Counts negative in every sum. */
    RETURN(-1);

    private final int sign;

    OrderKind(int sign) {
        this.sign = sign;
    }

    /** What an amount of such an order is multiplied by in a sum. */
    public int sign() {
        return sign;
    }
}
