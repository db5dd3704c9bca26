package dev.antiphon.orders.query;

/**
 * What a customer's confirmed orders come to in one currency, returns taken off.
 *
 * @param amountMinor in minor units; negative where more came back than was bought
 */
public record Spend(String currency, long amountMinor, long saleCount, long returnCount) {}
