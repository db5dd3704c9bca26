package dev.antiphon.orders.command.order;

import dev.antiphon.command.Command;
import dev.antiphon.orders.events.OrderKind;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Takes an order, or goods that come back.
 *
 * @param orderId the shop's invoice number; absent: an id is made
 * @param kind sale or return; a return's quantities are positive too
 * @param customerId absent where the shop does not know the customer
 * @param currency of all prices, ISO 4217
 * @param orderedAt the shop's time
 * @param lines at least one; identical lines all count
 */
@Schema(examples = """
        {"orderId":"demo-1","kind":"SALE","customerId":"17850","currency":"GBP","orderedAt":"2010-12-01T08:26:00Z",
         "lines":[{"stockCode":"85123A","description":"WHITE HANGING HEART T-LIGHT HOLDER","quantity":6,"unitPrice":2.55}]}""")
public record PlaceOrder(
        @Nullable @Pattern(regexp = ID, message = "must be 1 to 64 characters without slashes") String orderId,

        @NotNull OrderKind kind,

        @Nullable @Pattern(regexp = ID, message = "must be 1 to 64 characters without slashes") String customerId,

        @NotNull @Pattern(regexp = "[A-Z]{3}", message = "must be a currency code such as GBP") String currency,

        @NotNull Instant orderedAt,
        @NotEmpty @Size(max = 10_000) List<@NotNull @Valid Line> lines)
        implements Command {

    private static final String ID = "[^/\\\\\\p{Cntrl}]{1,64}";

    /**
     * One line.
     *
     * @param stockCode case-sensitive
     * @param description absent where there is none
     * @param quantity above 0
     * @param unitPrice 0 or more, in the currency's major unit; not finer than its minor unit
     */
    public record Line(
            @NotBlank @Size(max = 64) String stockCode,
            @Nullable @Size(max = 1_000) String description,
            @NotNull @Positive Integer quantity,
            @NotNull @PositiveOrZero BigDecimal unitPrice) {}
}
