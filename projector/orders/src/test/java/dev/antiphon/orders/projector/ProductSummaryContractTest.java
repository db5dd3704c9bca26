package dev.antiphon.orders.projector;

import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.orders.events.ProductRenamed;
import dev.antiphon.orders.events.ProductRepriced;
import dev.antiphon.orders.events.ProductSnapshot;
import dev.antiphon.projector.testkit.ProjectionContract;
import dev.antiphon.projector.testkit.ProjectionStory;
import dev.antiphon.projector.testkit.TestReadDatabase;
import dev.antiphon.projector.testkit.TestRecords;
import java.util.List;

class ProductSummaryContractTest extends ProjectionContract {

    @Override
    protected Object projection() {
        return new ProductSummaryProjection();
    }

    @Override
    protected TestReadDatabase database() {
        return Orders.READ;
    }

    @Override
    protected List<ProjectionStory> stories() {
        return List.of(
                ProjectionStory.of("85123A", new ProductListed("85123A", "lamp", null, null))
                        .state(new ProductSnapshot("85123A", 1, TestRecords.TIME, "lamp", null, null))
                        .then(new ProductRepriced("85123A", 255, "GBP"), new ProductRenamed("85123A", "big lamp"))
                        .state(new ProductSnapshot("85123A", 3, TestRecords.TIME, "big lamp", 255L, "GBP")),
                ProjectionStory.of("85123a", new ProductListed("85123a", "another lamp", 100L, "GBP"))
                        .state(new ProductSnapshot("85123a", 1, TestRecords.TIME, "another lamp", 100L, "GBP")));
    }
}
