package dev.antiphon.orders.query;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What a customer's confirmed orders come to in one currency, returns taken off.
 *
 * @param amountMinor in minor units; negative where more came back than was bought
 */
@Schema(examples = """
        {"currency":"GBP","amountMinor":1530,"saleCount":1,"returnCount":0}""")
public record Spend(String currency, long amountMinor, long saleCount, long returnCount) {}
