package dev.antiphon.query.ee.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.query.ReadModel;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadRoutesTest {

    @ApplicationPath("/api")
    public static class Root extends Application {}

    @Path("/orders")
    public static class Orders {

        @GET
        @Path("{id}/summary")
        @ReadModel(projection = "order_summary", of = "order", aggregate = "id")
        public void summary() {}

        @GET
        @Path("{id : [a-z]{2,3}}")
        @ReadModel(projection = "short", of = "order", aggregate = "id")
        public void shortOnes() {}

        @GET
        @Path("{shop}/lines/{line}")
        @ReadModel(projection = "line", of = "order", aggregate = "line")
        public void line() {}

        @GET
        @ReadModel(projection = "order_summary", of = "order")
        public void all() {}

        @POST
        @Path("{id}/search")
        @ReadModel(projection = "order_summary", of = "order", aggregate = "id")
        public void search() {}
    }

    private final ReadRoutes routes = new ReadRoutes(Set.of(Root.class, Orders.class));

    @ParameterizedTest
    @CsvSource({
        "/api/orders/536365/summary, order_summary, 536365",
        "/api/orders/536365/summary/, order_summary, 536365",
        "/api/orders/a%2Fb+c%20d/summary, order_summary, a/b+c d",
        "/api/orders;v=1/7;x=y/summary, order_summary, 7",
        "/api/orders/abc, short, abc",
        "/api/orders/x/lines/9, line, 9",
        "/api/orders, order_summary,",
        "/api/orders/, order_summary,",
    })
    void knowsTheProjectionAndTheAggregateBehindAPath(String path, String projection, String id) {
        var target = routes.find(path).orElseThrow();

        assertThat(target.model().projection()).isEqualTo(projection);
        assertThat(target.aggregateId()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/orders/abcd",
        "/api/orders/a/b/summary",
        "/orders/1/summary",
        "/api/orders/1/search",
        "/api/health/ready",
        "/api/orders/%zz/summary",
    })
    void knowsNothingOfOtherPaths(String path) {
        assertThat(routes.find(path)).isEmpty();
    }

    @Test
    void isEmptyWithoutReadModels() {
        assertThat(new ReadRoutes(Set.of(Root.class)).isEmpty()).isTrue();
    }
}
