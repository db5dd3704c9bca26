package dev.antiphon.orders.projector;

import dev.antiphon.events.Envelope;
import dev.antiphon.orders.events.ProductEvent;
import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.orders.events.ProductRenamed;
import dev.antiphon.orders.events.ProductRepriced;
import dev.antiphon.orders.events.ProductSnapshot;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;

/** One row for each product, as it is now. */
@ApplicationScoped
@Projection(name = "product_summary", events = ProductEvent.class, strategy = Strategy.VERSION_GUARD)
public class ProductSummaryProjection {

    public void on(ProductListed event, Envelope envelope, ReadDatabase db) {
        db.batch(row(event.productId(), envelope)
                .set("name", event.name())
                .set("price_minor", event.priceMinor())
                .set("currency", event.currency()));
    }

    public void on(ProductRenamed event, Envelope envelope, ReadDatabase db) {
        db.batch(row(event.productId(), envelope).set("name", event.name()).onlyIfPresent());
    }

    public void on(ProductRepriced event, Envelope envelope, ReadDatabase db) {
        db.batch(row(event.productId(), envelope)
                .set("price_minor", event.priceMinor())
                .set("currency", event.currency())
                .onlyIfPresent());
    }

    public void from(ProductSnapshot product, ReadDatabase db) {
        db.batch(row(product.aggregateId(), product.aggregateVersion(), product.changedAt())
                .set("name", product.name())
                .set("price_minor", product.priceMinor())
                .set("currency", product.currency()));
    }

    private static VersionedRow row(String productId, Envelope envelope) {
        return row(productId, envelope.aggregateVersion(), envelope.occurredAt());
    }

    private static VersionedRow row(String productId, long version, Instant updatedAt) {
        return VersionedRow.of("product_summary", "product_id", productId, version)
                .set("updated_at", updatedAt);
    }
}
