package dev.antiphon.query.ee.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.ext.ParamConverter;
import java.lang.annotation.Annotation;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class QueryParametersTest {

    enum Status {
        PLACED,
        CONFIRMED
    }

    @SuppressWarnings("unused")
    private static void resource(@QueryParam("from") LocalDate from, LocalDate other) {}

    private final QueryParameters converters = new QueryParameters();

    private static Annotation[] annotations(int parameter) throws NoSuchMethodException {
        return QueryParametersTest.class.getDeclaredMethod("resource", LocalDate.class, LocalDate.class)
                .getParameterAnnotations()[parameter];
    }

    private <T> ParamConverter<T> converter(Class<T> type) throws NoSuchMethodException {
        return converters.getConverter(type, type, annotations(0));
    }

    @Test
    void readsWhatIsWellFormed() throws Exception {
        assertThat(converter(LocalDate.class).fromString("2010-12-01")).isEqualTo(LocalDate.of(2010, 12, 1));
        assertThat(converter(int.class).fromString("7")).isEqualTo(7);
        assertThat(converter(Status.class).fromString("PLACED")).isEqualTo(Status.PLACED);
    }

    @Test
    void takesEmptyForAbsent() throws Exception {
        assertThat(converter(LocalDate.class).fromString("")).isNull();
        assertThat(converter(LocalDate.class).fromString(null)).isNull();
    }

    @Test
    void leavesOtherParametersAndTypesToJaxRs() throws Exception {
        assertThat(converters.getConverter(LocalDate.class, LocalDate.class, annotations(1)))
                .isNull();
        assertThat(converter(String.class)).isNull();
    }
}
