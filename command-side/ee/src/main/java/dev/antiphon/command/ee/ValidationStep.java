package dev.antiphon.command.ee;

import dev.antiphon.command.CommandResult;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import jakarta.validation.TraversableResolver;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.lang.annotation.ElementType;
import org.jspecify.annotations.Nullable;

/** Checks the Jakarta Validation on a command before anything else is touched; all violations are told at once. */
public final class ValidationStep implements CommandMiddleware {

    private final Validator validator;

    private ValidationStep(Validator validator) {
        this.validator = validator;
    }

    /** With everything else that the application has configured for validation. */
    public static ValidationStep of(ValidatorFactory factory) {
        return new ValidationStep(
                factory.usingContext().traversableResolver(new WholeCommand()).getValidator());
    }

    /** All of a command can be looked at: it is no entity, of which parts might have to be loaded first. */
    private static final class WholeCommand implements TraversableResolver {

        @Override
        public boolean isReachable(
                @Nullable Object bean, Path.Node property, Class<?> root, Path path, ElementType type) {
            return true;
        }

        @Override
        public boolean isCascadable(
                @Nullable Object bean, Path.Node property, Class<?> root, Path path, ElementType type) {
            return true;
        }
    }

    @Override
    public CommandResult around(CommandInvocation invocation, Next next) {
        var violations = validator.validate(invocation.command());
        if (!violations.isEmpty()) {
            throw new ConstraintViolationException(violations);
        }
        return next.proceed(invocation);
    }
}
