package dev.antiphon.orders.command.order;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;

/**
 * Calls off an order that is not shipped.
 *
 * @param orderId the order
 */
public record CancelOrder(@NotBlank String orderId) implements Command {}
