package dev.antiphon.orders.projector;

import dev.antiphon.projector.testkit.ProjectionContract;
import dev.antiphon.projector.testkit.ProjectionStory;
import dev.antiphon.projector.testkit.TestReadDatabase;
import java.util.List;

/** The contract for the projections of orders, which all read the same stories. */
abstract class OrdersContract extends ProjectionContract {

    @Override
    protected TestReadDatabase database() {
        return Orders.READ;
    }

    @Override
    protected List<ProjectionStory> stories() {
        return Orders.stories();
    }
}
