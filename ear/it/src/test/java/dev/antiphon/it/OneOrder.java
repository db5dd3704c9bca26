package dev.antiphon.it;

import static org.assertj.core.api.Assertions.assertThat;

/** One order from its customer to its read model. */
public final class OneOrder {

    private OneOrder() {}

    /** Whoever has just confirmed it sees it confirmed. */
    public static void isReadByWhoPlacedIt(Http http, String id) {
        assertThat(http.post("/write/orders", """
                        {"orderId":"%s","kind":"SALE","customerId":"17850","currency":"GBP",
                         "orderedAt":"2010-12-01T08:26:00Z",
                         "lines":[{"stockCode":"85123A","quantity":6,"unitPrice":2.55}]}""".formatted(id)).status()).isEqualTo(201);
        assertThat(http.post("/write/orders/" + id + "/confirm", "").status()).isEqualTo(200);
        var summary = http.get("/read/orders/" + id + "/summary?minVersion=2", "Prefer", "wait=30");
        assertThat(summary.status()).as(summary.body()).isEqualTo(200);
        assertThat(summary.json().path("status").asText()).isEqualTo("CONFIRMED");
        assertThat(summary.header("X-Aggregate-Version")).isEqualTo("2");
    }
}
