package dev.antiphon.dev.cli;

import dev.antiphon.dev.runtime.LocalApplication;
import dev.antiphon.dev.server.WebApplication;
import java.util.List;
import java.util.stream.Collectors;

/** Tells where the running application answers, in lines that can be pasted. */
final class Endpoints {

    private final String url;
    private final LocalApplication application;

    Endpoints(String url, LocalApplication application) {
        this.url = url;
        this.application = application;
    }

    /** Of another application than the reference's. */
    String text(List<WebApplication> wars) {
        return "%n%s%nDatabases    %s  %s%nKafka        %s%n%nStop:        Ctrl-C%n"
                .formatted(
                        wars.stream()
                                .map(war -> "%-12s %s%s    health %s%s/health/ready"
                                        .formatted(war.contextRoot(), url, war.contextRoot(), url, war.contextRoot()))
                                .collect(Collectors.joining("\n")),
                        application.databases().writeUrl(),
                        application.databases().readUrl(),
                        application.bootstrapServers());
    }

    String text() {
        String json = "-H 'Content-Type: application/json'";
        return """

                Write side   %1$s/write        health %1$s/write/health/ready
                Projector    %1$s/projector    health %1$s/projector/health/ready
                Read side    %1$s/read         health %1$s/read/health/ready
                Databases    %2$s  %3$s
                Kafka        %4$s

                Place an order, confirm it, and read it back from the other side:

                curl -i %1$s/write/orders %5$s -d '%6$s'
                curl -i -X POST %1$s/write/orders/demo-1/confirm
                curl -i '%1$s/read/orders/demo-1/summary?minVersion=2'
                curl -i %1$s/write/orders/demo-1
                curl -i '%1$s/read/daily-sales?from=2010-12-01&to=2010-12-31'
                curl -i %1$s/read/customers/17850/spend

                Load a shop:  ./antiphon import FILE
                Stop:         Ctrl-C
                """.formatted(
                        url,
                        application.databases().writeUrl(),
                        application.databases().readUrl(),
                        application.bootstrapServers(),
                        json,
                        "{\"orderId\":\"demo-1\",\"kind\":\"SALE\",\"customerId\":\"17850\",\"currency\":\"GBP\","
                                + "\"orderedAt\":\"2010-12-01T08:26:00Z\","
                                + "\"lines\":[{\"stockCode\":\"85123A\",\"quantity\":6,\"unitPrice\":2.55}]}");
    }
}
