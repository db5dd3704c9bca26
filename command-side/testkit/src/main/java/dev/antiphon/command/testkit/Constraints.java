package dev.antiphon.command.testkit;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.Violation;
import dev.antiphon.command.ee.ValidationStep;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.events.ee.http.JsonPointer;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.NoProviderFoundException;
import jakarta.validation.Validation;
import java.util.Comparator;
import java.util.List;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/** The check of a command's constraints as in production, told as the refusal that the client sees. */
final class Constraints {

    private static final List<CommandMiddleware> STEPS = find();

    private Constraints() {}

    /** Nothing where no provider is there. */
    static List<CommandMiddleware> steps() {
        return STEPS;
    }

    private static List<CommandMiddleware> find() {
        try {
            var configuration = Validation.byDefaultProvider().configure();
            if (configuration.getClass().getName().startsWith("org.hibernate.validator.")) {
                Interpolation.withoutExpressions(configuration);
            }
            // never closed: it lives as long as the tests
            return List.of(Constraints::refuse, ValidationStep.of(configuration.buildValidatorFactory()));
        } catch (NoProviderFoundException | NoClassDefFoundError e) {
            return List.of();
        }
    }

    private static CommandResult refuse(CommandInvocation invocation, CommandMiddleware.Next next) {
        try {
            return next.proceed(invocation);
        } catch (ConstraintViolationException e) {
            var violations = e.getConstraintViolations().stream()
                    .map(each -> new Violation(JsonPointer.of(each.getPropertyPath()), each.getMessage()))
                    .sorted(Comparator.comparing(Violation::pointer))
                    .toList();
            throw CommandRefusedException.rule("invalid-command", "The request breaks rules.", violations);
        }
    }

    /** Hibernate Validator would need an implementation of Jakarta Expression Language, which tests seldom have. */
    private static final class Interpolation {

        private static void withoutExpressions(jakarta.validation.Configuration<?> configuration) {
            configuration.messageInterpolator(new ParameterMessageInterpolator());
        }
    }
}
