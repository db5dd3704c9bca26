package dev.antiphon.events.ee.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** The metrics of this war in Prometheus' text format. */
@Path("metrics")
@RequestScoped
public class MetricsResource {

    @Inject
    PrometheusMeterRegistry registry;

    @GET
    @Produces("text/plain; version=0.0.4; charset=utf-8")
    public String metrics() {
        return registry.scrape();
    }
}
