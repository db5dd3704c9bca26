package dev.antiphon.orders.projector;

class CustomerSpendContractTest extends OrdersContract {

    @Override
    protected Object projection() {
        return new CustomerSpendProjection();
    }
}
