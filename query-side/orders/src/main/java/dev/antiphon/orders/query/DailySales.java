package dev.antiphon.orders.query;

import java.time.LocalDate;

/**
 * What the confirmed orders of a day come to in one currency, returns taken off.
 *
 * @param day in UTC
 * @param amountMinor in minor units; negative where more came back than was sold
 */
public record DailySales(LocalDate day, String currency, long amountMinor, long saleCount, long returnCount) {}
