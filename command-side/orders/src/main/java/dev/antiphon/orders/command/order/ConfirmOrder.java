package dev.antiphon.orders.command.order;

import jakarta.validation.constraints.NotBlank;

/**
 * Accepts a placed order.
 *
 * @param orderId the order
 */
public record ConfirmOrder(@NotBlank String orderId) {}
