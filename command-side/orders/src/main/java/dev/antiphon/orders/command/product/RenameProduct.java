package dev.antiphon.orders.command.product;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/**
 * Gives a product another name.
 *
 * @param productId the product
 * @param name the new name
 */
public record RenameProduct(
        @NotBlank String productId,
        @NotBlank @Size(max = 1_000) String name) implements Command {}
