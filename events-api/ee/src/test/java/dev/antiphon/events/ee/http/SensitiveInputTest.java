package dev.antiphon.events.ee.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.antiphon.events.Sensitive;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.annotation.Annotation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule E8: neither an answer nor an exception repeats what is sensitive in a request. */
class SensitiveInputTest {

    record Pay(
            @Sensitive @Pattern(regexp = "[0-9]+", message = "${validatedValue} is no number") String card,

            @Pattern(regexp = "[a-z]+", message = "must be a name") @Sensitive
            String name,

            @Sensitive int pin,
            @Valid List<Guest> guests) {}

    record Guest(
            @Sensitive @Pattern(regexp = "[0-9]+", message = "hunter2 is no passport") String passport) {}

    private static final Validator VALIDATOR = Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory()
            .getValidator();

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"pin\":\"hunter2\"}", "{\"pin\":hunter2}", "{\"card\":{\"a\":\"hunter2\"}}", "\"hunter2\""})
    void anUnreadableBodyIsNotRepeated(String body) {
        var failure = catchThrowableOfType(
                UnreadableBodyException.class,
                () -> new JsonProvider()
                        .readFrom(
                                raw(Pay.class),
                                Pay.class,
                                new Annotation[0],
                                MediaType.APPLICATION_JSON_TYPE,
                                new MultivaluedHashMap<>(),
                                new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))));

        assertThat(failure.problem().toJson()).contains("400").doesNotContain("hunter2");
        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain("hunter2");
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> raw(Class<?> type) {
        return (Class<Object>) type;
    }

    @Test
    void aViolatedConstraintTellsOnlyWhatIsNotSensitive() {
        var pay = new Pay("hunter2", "HUNTER", 1, List.of(new Guest("hunter2")));
        var problem = InvalidMapper.problem(new ConstraintViolationException(VALIDATOR.validate(pay)));

        assertThat(problem.errors())
                .containsExactly(
                        new Problem.FieldError("/card", "is not valid"),
                        new Problem.FieldError("/guests/0/passport", "is not valid"),
                        new Problem.FieldError("/name", "must be a name"));
    }
}
