package dev.antiphon.dev.importer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lines as the bodies of commands. Numbers are sent with the digits of the file; what is not a number is sent as the
 * text it is, so that the server says what is wrong with it.
 */
final class ShopCommands {

    private static final JsonFactory JSON = new JsonFactory();
    private static final String CURRENCY = "GBP";
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?");
    private static final Pattern ZERO = Pattern.compile("-?0(\\.0+)?");
    private static final Pattern TIME = Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[ T](\\d\\d:\\d\\d:\\d\\d)");
    private static final Pattern WHOLE = Pattern.compile("(\\d+)\\.0");

    private final ShopHeader header;

    ShopCommands(ShopHeader header) {
        this.header = header;
    }

    /** A number that starts with C is a return; the file counts its quantities below zero, the command above. */
    static boolean isReturn(String invoice) {
        return invoice.startsWith("C");
    }

    /**
     * Places an order. Customer and time are those of the first line.
     *
     * @param lines at least one
     */
    String placeOrder(String invoice, List<ShopLine> lines) {
        boolean isReturn = isReturn(invoice);
        return json(json -> {
            json.writeStartObject();
            json.writeStringField("orderId", invoice);
            json.writeStringField("kind", isReturn ? "RETURN" : "SALE");
            String customer =
                    WHOLE.matcher(header.customer(lines.get(0)).strip()).replaceFirst("$1");
            if (!customer.isEmpty()) {
                json.writeStringField("customerId", customer);
            }
            json.writeStringField("currency", CURRENCY);
            json.writeStringField(
                    "orderedAt", TIME.matcher(header.date(lines.get(0)).strip()).replaceFirst("$1T$2Z"));
            json.writeArrayFieldStart("lines");
            for (ShopLine line : lines) {
                json.writeStartObject();
                json.writeStringField("stockCode", header.stockCode(line));
                if (!header.description(line).isBlank()) {
                    json.writeStringField("description", header.description(line));
                }
                String quantity = header.quantity(line).strip();
                number(json, "quantity", isReturn ? negated(quantity) : quantity);
                number(json, "unitPrice", header.price(line).strip());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** Lists a product as the first line that names it describes it; without a price if {@code priced} is false. */
    String listProduct(String stockCode, ShopLine first, boolean priced) {
        return json(json -> {
            json.writeStartObject();
            json.writeStringField("productId", stockCode);
            String description = header.description(first);
            json.writeStringField("name", description.isBlank() ? stockCode : description);
            if (priced) {
                number(json, "price", header.price(first).strip());
                json.writeStringField("currency", CURRENCY);
            }
            json.writeEndObject();
        });
    }

    private static void number(JsonGenerator json, String field, String text) throws IOException {
        json.writeFieldName(field);
        if (NUMBER.matcher(text).matches()) {
            json.writeNumber(text);
        } else {
            json.writeString(text);
        }
    }

    private static String negated(String text) {
        if (!NUMBER.matcher(text).matches() || ZERO.matcher(text).matches()) {
            return text;
        }
        return text.startsWith("-") ? text.substring(1) : "-" + text;
    }

    private interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    private static String json(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
