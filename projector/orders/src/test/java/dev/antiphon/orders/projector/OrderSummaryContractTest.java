package dev.antiphon.orders.projector;

import dev.antiphon.projector.testkit.ProjectionContract;
import dev.antiphon.projector.testkit.ProjectionStory;
import dev.antiphon.projector.testkit.TestReadDatabase;
import java.util.List;

class OrderSummaryContractTest extends ProjectionContract {

    @Override
    protected Object projection() {
        return new OrderSummaryProjection();
    }

    @Override
    protected TestReadDatabase database() {
        return Orders.READ;
    }

    @Override
    protected List<ProjectionStory> stories() {
        return Orders.stories();
    }
}
