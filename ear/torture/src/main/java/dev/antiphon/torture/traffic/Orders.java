package dev.antiphon.torture.traffic;

import java.util.Map;

/** Orders that are placed for a purpose. */
final class Orders {

    private Orders() {}

    /** One line, of one penny. */
    static Request smallest(long number, String id) {
        return new Request(
                number,
                Request.Kind.PLACE,
                "POST",
                "/orders",
                "{\"orderId\":\"" + id
                        + "\",\"kind\":\"SALE\",\"currency\":\"GBP\",\"orderedAt\":\"2026-02-01T00:00:00Z\","
                        + "\"lines\":[{\"stockCode\":\"s-0\",\"quantity\":1,\"unitPrice\":0.01}]}",
                id,
                null,
                null,
                Map.of("totalMinor", "1", "kind", "SALE", "currency", "GBP"));
    }
}
