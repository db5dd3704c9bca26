package dev.antiphon.orders.projector;

import static dev.antiphon.orders.events.OrderKind.RETURN;
import static dev.antiphon.orders.events.OrderKind.SALE;
import static dev.antiphon.orders.events.OrderStatus.CANCELLED;
import static dev.antiphon.orders.events.OrderStatus.CONFIRMED;
import static dev.antiphon.orders.events.OrderStatus.PLACED;
import static dev.antiphon.orders.events.OrderStatus.SHIPPED;

import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.orders.events.OrderPlaced;
import dev.antiphon.orders.events.OrderShipped;
import dev.antiphon.orders.events.OrderSnapshot;
import dev.antiphon.orders.events.OrderStatus;
import dev.antiphon.projector.testkit.ProjectionStory;
import dev.antiphon.projector.testkit.TestReadDatabase;
import dev.antiphon.projector.testkit.TestRecords;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Made-up orders, in pounds, and the read database of the tests. */
final class Orders {

    static final TestReadDatabase READ = TestReadDatabase.of("dev/antiphon/orders/projector/schema");

    private static final String DAY = "2010-12-01T23:59:59.999Z";
    private static final String NEXT_DAY = "2010-12-02T00:00:00Z";

    private Orders() {}

    static OrderPlaced placed(String id, OrderKind kind, @Nullable String customer, long total, String orderedAt) {
        return new OrderPlaced(
                id,
                kind,
                customer,
                "GBP",
                total,
                Instant.parse(orderedAt),
                List.of(new OrderPlaced.Line("85123A", "a lamp", 3, total), new OrderPlaced.Line("post", null, 1, 0)));
    }

    static OrderConfirmed confirmed(
            String id, OrderKind kind, @Nullable String customer, long total, String orderedAt) {
        return new OrderConfirmed(id, kind, customer, "GBP", total, Instant.parse(orderedAt));
    }

    /** Orders that meet in the same sums, are shipped, cancelled, brought back, and of nobody known. */
    static List<ProjectionStory> stories() {
        return List.of(
                story("1", SALE, "a", 1000, DAY)
                        .then(new OrderShipped("1"))
                        .state(state("1", 3, SALE, SHIPPED, "a", 1000, DAY)),
                story("2", SALE, "a", 500, DAY)
                        .then(new OrderCancelled("2"))
                        .state(state("2", 3, SALE, CANCELLED, "a", 500, DAY)),
                story("C3", RETURN, "a", 300, NEXT_DAY),
                story("4", SALE, null, 40, DAY),
                ProjectionStory.of("5", placed("5", SALE, "b", 7, NEXT_DAY), new OrderCancelled("5"))
                        .state(state("5", 2, SALE, CANCELLED, "b", 7, NEXT_DAY)));
    }

    private static ProjectionStory story(
            String id, OrderKind kind, @Nullable String customer, long total, String orderedAt) {
        return ProjectionStory.of(id, placed(id, kind, customer, total, orderedAt))
                .state(state(id, 1, kind, PLACED, customer, total, orderedAt))
                .then(confirmed(id, kind, customer, total, orderedAt))
                .state(state(id, 2, kind, CONFIRMED, customer, total, orderedAt));
    }

    private static OrderSnapshot state(
            String id,
            long version,
            OrderKind kind,
            OrderStatus status,
            @Nullable String customer,
            long total,
            String orderedAt) {
        return new OrderSnapshot(
                id, version, TestRecords.TIME, kind, status, customer, "GBP", total, 2, 4, Instant.parse(orderedAt));
    }
}
