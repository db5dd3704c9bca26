package dev.antiphon.torture.traffic;

import dev.antiphon.torture.traffic.Request.Kind;
import dev.antiphon.torture.traffic.Request.Mistake;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who lists, renames and reprices products, places orders, confirms, ships and cancels them, at random; sometimes
 * with the version last seen, sometimes wrongly, sometimes twice.
 */
final class Customer implements Runnable {

    private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");

    private final int number;
    private final SplittableRandom random;
    private final AtomicLong numbers;
    private final Goods products;
    private final Goods orders;
    private final CommandClient client;
    private final BiConsumer<Request, Outcome> acknowledged;
    private final BooleanSupplier goOn;

    Customer(
            int number,
            SplittableRandom random,
            AtomicLong numbers,
            Goods products,
            Goods orders,
            CommandClient client,
            BiConsumer<Request, Outcome> acknowledged,
            BooleanSupplier goOn) {
        this.number = number;
        this.random = random;
        this.numbers = numbers;
        this.products = products;
        this.orders = orders;
        this.client = client;
        this.acknowledged = acknowledged;
        this.goOn = goOn;
    }

    @Override
    public void run() {
        try {
            while (goOn.getAsBoolean()) {
                act(next());
                TimeUnit.MILLISECONDS.sleep(random.nextInt(60, 240));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // that was it
        }
    }

    private void act(Request request) throws InterruptedException {
        var outcome = client.send(request, random.nextInt(2));
        if (outcome.verdict() == Outcome.Verdict.ACKNOWLEDGED) {
            learn(request, outcome);
            acknowledged.accept(request, outcome);
        }
        var kept = outcome.verdict() == Outcome.Verdict.ACKNOWLEDGED || outcome.status() == 422;
        if (kept && random.nextInt(8) == 0) {
            client.repeat(request, outcome, random.nextInt(2));
        }
    }

    private void learn(Request request, Outcome outcome) {
        var goods = request.kind().isOfOrder() ? orders : products;
        switch (request.kind()) {
            case LIST, PLACE -> goods.add(request.aggregateId(), outcome.version(), request.kind());
            default -> goods.told(request.aggregateId(), outcome.version(), request.kind());
        }
    }

    private Request next() {
        var dice = random.nextInt(100);
        if (dice < 8) {
            return list();
        }
        if (dice < 25) {
            return products.any(random).map(this::changed).orElseGet(this::list);
        }
        if (dice < 55) {
            return place();
        }
        return orders.any(random).map(this::moved).orElseGet(this::place);
    }

    private Request list() {
        var request = numbers.incrementAndGet();
        if (random.nextInt(12) == 0) {
            var known = products.any(random);
            if (known.isPresent()) {
                return product(
                        request, Kind.LIST, "POST", "/products", known.get().id(), null, Mistake.EXISTS_ALREADY);
            }
        }
        var wrong = random.nextInt(12) == 0 ? Mistake.INVALID_BODY : null;
        return product(request, Kind.LIST, "POST", "/products", "p-" + request, null, wrong);
    }

    private Request changed(Goods.Known product) {
        var request = numbers.incrementAndGet();
        var kind = random.nextBoolean() ? Kind.RENAME : Kind.REPRICE;
        var action = kind == Kind.RENAME ? "name" : "price";
        var wrong = switch (random.nextInt(14)) {
            case 0 -> Mistake.UNKNOWN_ID;
            case 1 -> Mistake.INVALID_BODY;
            case 2 -> product.version() > 1 ? Mistake.STALE_VERSION : null;
            default -> null;
        };
        var id = wrong == Mistake.UNKNOWN_ID ? "nothing-" + request : product.id();
        return product(
                request, kind, "PUT", "/products/" + id + "/" + action, id, ifMatch(product.version(), wrong), wrong);
    }

    private @Nullable Long ifMatch(long version, @Nullable Mistake wrong) {
        if (wrong == Mistake.STALE_VERSION) {
            return version - 1;
        }
        return wrong == null && random.nextInt(4) == 0 ? version : null;
    }

    private Request product(
            long request,
            Kind kind,
            String method,
            String path,
            String id,
            @Nullable Long ifMatch,
            @Nullable Mistake wrong) {
        var content = new HashMap<String, String>();
        var fields = new StringBuilder();
        if (kind == Kind.LIST) {
            fields.append(",\"productId\":\"").append(id).append('"');
        }
        if (kind != Kind.REPRICE) {
            var name = "Name " + request + (random.nextInt(5) == 0 ? " \u00e9\u05e9\ud83d\ude00" : "");
            content.put("name", name);
            fields.append(",\"name\":\"")
                    .append(wrong == Mistake.INVALID_BODY ? " " : name)
                    .append('"');
        }
        if (kind != Kind.RENAME) {
            content.put("priceMinor", Long.toString(request));
            content.put("currency", "GBP");
            fields.append(",\"price\":")
                    .append(
                            wrong == Mistake.INVALID_BODY
                                    ? "-1"
                                    : BigDecimal.valueOf(request, 2).toPlainString())
                    .append(",\"currency\":\"GBP\"");
        }
        return new Request(request, kind, method, path, "{" + fields.substring(1) + "}", id, ifMatch, wrong, content);
    }

    private Request place() {
        var request = numbers.incrementAndGet();
        if (random.nextInt(15) == 0) {
            var known = orders.any(random);
            if (known.isPresent()) {
                return placed(request, known.get().id(), Mistake.EXISTS_ALREADY);
            }
        }
        return placed(request, "o-" + request, random.nextInt(15) == 0 ? Mistake.INVALID_BODY : null);
    }

    private Request placed(long request, String id, @Nullable Mistake wrong) {
        var currency = random.nextInt(4) == 0 ? "JPY" : "GBP";
        var decimals = currency.equals("JPY") ? 0 : 2;
        var kind = random.nextInt(10) == 0 ? "RETURN" : "SALE";
        var customer = random.nextInt(8) == 0 ? null : "c-" + random.nextInt(25);
        var total = 0L;
        var lines = new StringBuilder();
        for (var i = random.nextInt(1, 5); i > 0; i--) {
            var quantity = random.nextInt(1, 9);
            var price = random.nextLong(0, 10_000);
            total += quantity * price;
            lines.append(String.format(
                    Locale.ROOT,
                    ",{\"stockCode\":\"s-%d\",\"quantity\":%d,\"unitPrice\":%s}",
                    random.nextInt(50),
                    wrong == Mistake.INVALID_BODY ? 0 : quantity,
                    BigDecimal.valueOf(price, decimals).toPlainString()));
        }
        var body = String.format(
                Locale.ROOT,
                "{\"orderId\":\"%s\",\"kind\":\"%s\",%s\"currency\":\"%s\",\"orderedAt\":\"%s\",\"lines\":[%s]}",
                id,
                kind,
                customer == null ? "" : "\"customerId\":\"" + customer + "\",",
                currency,
                FIRST_DAY.plusSeconds(random.nextInt(30 * 24 * 60 * 60)),
                lines.substring(1));
        return new Request(
                request,
                Kind.PLACE,
                "POST",
                "/orders",
                body,
                id,
                null,
                wrong,
                Map.of("totalMinor", Long.toString(total), "kind", kind, "currency", currency));
    }

    private Request moved(Goods.Known order) {
        var request = numbers.incrementAndGet();
        if (random.nextInt(25) == 0) {
            return moved(request, "nothing-" + request, Kind.CONFIRM, null, Mistake.UNKNOWN_ID);
        }
        if (order.version() > 1 && random.nextInt(15) == 0) {
            return moved(request, order.id(), Kind.CANCEL, order.version() - 1, Mistake.STALE_VERSION);
        }
        var kind = switch (order.last()) {
            case PLACE -> random.nextInt(6) == 0 ? Kind.CANCEL : Kind.CONFIRM;
            case CONFIRM -> random.nextInt(4) == 0 ? Kind.CANCEL : Kind.SHIP;
            default -> random.nextBoolean() ? Kind.CONFIRM : Kind.CANCEL;
        };
        var ended = order.last() == Kind.SHIP || order.last() == Kind.CANCEL;
        var wrong = ended ? Mistake.FORBIDDEN_BY_STATE : null;
        return moved(request, order.id(), kind, ifMatch(order.version(), wrong), wrong);
    }

    private static Request moved(long request, String id, Kind kind, @Nullable Long ifMatch, @Nullable Mistake wrong) {
        var action = kind.name().toLowerCase(Locale.ROOT);
        return new Request(request, kind, "POST", "/orders/" + id + "/" + action, "", id, ifMatch, wrong, Map.of());
    }

    @Override
    public String toString() {
        return "customer-" + number;
    }
}
