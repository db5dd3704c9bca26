package dev.antiphon.orders.command.product;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import java.math.BigDecimal;

/**
 * Gives a product another price.
 *
 * @param productId the product
 * @param price in the currency's major unit, 0 or more
 * @param currency ISO 4217
 */
public record RepriceProduct(
        @NotBlank String productId,
        @NotNull @PositiveOrZero BigDecimal price,
        @NotNull String currency) implements Command {}
