package dev.antiphon.orders.command.product;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Begins to sell a product.
 *
 * @param productId the stock code, case-sensitive
 * @param name as shown to customers
 * @param price in the currency's major unit, 0 or more; may be absent
 * @param currency ISO 4217; needed with a price
 */
@Schema(examples = """
        {"productId":"85123A","name":"WHITE HANGING HEART T-LIGHT HOLDER","price":2.55,"currency":"GBP"}""")
public record ListProduct(
        @NotNull @Pattern(regexp = "[^/\\\\\\p{Cntrl}]{1,64}", message = "must be 1 to 64 characters without slashes") String productId,

        @NotBlank @Size(max = 1_000) String name,
        @Nullable @PositiveOrZero BigDecimal price,
        @Nullable String currency)
        implements Command {}
