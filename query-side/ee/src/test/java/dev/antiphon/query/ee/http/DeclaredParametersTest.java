package dev.antiphon.query.ee.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.query.ee.PageParameters;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeclaredParametersTest {

    static class Base {
        @QueryParam("lang")
        String language;
    }

    static class Bean {
        Bean(@QueryParam("hidden") String hidden) {}

        public Bean(@QueryParam("made") String made, @PathParam("id") String id) {}

        @QueryParam("set")
        void setValue(String value) {}
    }

    @SuppressWarnings("unused")
    static class Resource extends Base {
        void list(
                @QueryParam("status") String status,
                @QueryParam("tag") List<String> tags,
                @BeanParam PageParameters page,
                @BeanParam Bean bean) {}

        void judge(@Context UriInfo uri) {}
    }

    private static DeclaredParameters of(String method) {
        return new DeclaredParameters(Arrays.stream(Resource.class.getDeclaredMethods())
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow());
    }

    @Test
    void knowsThoseOfTheMethodItsClassAndItsBeans() {
        var declared = of("list");

        assertThat(declared.names())
                .containsExactly("after", "before", "lang", "limit", "made", "set", "sort", "status", "tag");
        assertThat(declared.isOpen()).isFalse();
        assertThat(declared.isManifold("tag")).isTrue();
        assertThat(declared.isManifold("status")).isFalse();
    }

    @Test
    void saysNothingOfAMethodThatReadsTheAddressItself() {
        assertThat(of("judge").isOpen()).isTrue();
    }
}
