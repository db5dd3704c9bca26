package dev.antiphon.command.pipeline;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.events.context.Tracing;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;

/**
 * A span for each command, {@code command PlaceOrder}: in the current one, else in the one that the request's {@code
 * traceparent} names. Events of a command whose span is recorded carry it as their {@code traceparent} (rule E2).
 *
 * <p>A refusal is no error of the span. Messages of exceptions are not put into it, since they may tell what is sensitive
 * (rule E8).
 */
public final class TracingStep implements CommandMiddleware {

    @Override
    @SuppressWarnings("try")
    public CommandResult around(CommandInvocation invocation, Next next) {
        if (!Tracing.isOn()) {
            return next.proceed(invocation);
        }
        var call = CallContext.current();
        var span = begin(invocation, call);
        try (var current = span.makeCurrent();
                var bound = call.within(span).open()) {
            var result = next.proceed(invocation);
            span.setAttribute("antiphon.aggregate.type", result.aggregateType());
            span.setAttribute("antiphon.aggregate.version", result.version());
            return result;
        } catch (CommandRefusedException e) {
            span.setAttribute("antiphon.refusal", e.code());
            throw e;
        } catch (RuntimeException | Error e) {
            span.setStatus(StatusCode.ERROR);
            span.setAttribute("error.type", e.getClass().getName());
            throw e;
        } finally {
            span.end();
        }
    }

    private static Span begin(CommandInvocation invocation, CallContext call) {
        var command = invocation.command().getClass().getSimpleName();
        var inSpan = Span.current().getSpanContext().isValid();
        return Tracing.span("command " + command)
                .setSpanKind(SpanKind.INTERNAL)
                .setParent(inSpan ? Context.current() : call.parent())
                .setAttribute("antiphon.command", command)
                .setAttribute("antiphon.correlation_id", call.correlationId())
                .startSpan();
    }
}
