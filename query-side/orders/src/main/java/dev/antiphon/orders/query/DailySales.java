package dev.antiphon.orders.query;

import java.time.LocalDate;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What the confirmed orders of a day come to in one currency, returns taken off.
 *
 * @param day in UTC
 * @param amountMinor in minor units; negative where more came back than was sold
 */
@Schema(examples = """
        {"day":"2010-12-01","currency":"GBP","amountMinor":5863556,"saleCount":136,"returnCount":6}""")
public record DailySales(LocalDate day, String currency, long amountMinor, long saleCount, long returnCount) {}
