package dev.antiphon.orders.projector;

class DailySalesContractTest extends OrdersContract {

    @Override
    protected Object projection() {
        return new DailySalesProjection();
    }
}
