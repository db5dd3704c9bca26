package dev.antiphon.command.ee;

import dev.antiphon.command.CommandResult;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;

/** Checks the Jakarta Validation on a command before anything else is touched; all violations are told at once. */
public final class ValidationStep implements CommandMiddleware {

    private final Validator validator;

    public ValidationStep(Validator validator) {
        this.validator = validator;
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
