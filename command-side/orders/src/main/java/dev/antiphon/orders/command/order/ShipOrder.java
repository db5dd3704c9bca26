package dev.antiphon.orders.command.order;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;

/**
 * Sends the goods of a confirmed order.
 *
 * @param orderId the order
 */
public record ShipOrder(@NotBlank String orderId) implements Command {}
