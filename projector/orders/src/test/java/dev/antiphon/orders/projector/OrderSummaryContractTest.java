package dev.antiphon.orders.projector;

class OrderSummaryContractTest extends OrdersContract {

    @Override
    protected Object projection() {
        return new OrderSummaryProjection();
    }
}
