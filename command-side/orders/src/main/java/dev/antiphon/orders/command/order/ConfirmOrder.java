package dev.antiphon.orders.command.order;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;

/**
 * Accepts a placed order.
 *
 * @param orderId the order
 */
public record ConfirmOrder(@NotBlank String orderId) implements Command {}
