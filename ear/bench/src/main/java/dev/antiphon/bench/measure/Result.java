package dev.antiphon.bench.measure;

/**
 * One measured number.
 *
 * @param figure its name, the figure's own or one that begins with it
 * @param unit of both values; of a rate more is better, of a time or a size less
 * @param product median of the product's samples
 * @param raw median of the samples it is compared with
 * @param bar what is required
 * @param samples how many of each side there were, after the warm-up
 */
public record Result(String figure, String unit, double product, double raw, Bar bar, int samples) {

    /** The medians of two sides that were measured in turns. */
    public static Result ofMedians(
            String figure, String unit, Samples<Quantity> product, Samples<Quantity> raw, Bar bar) {
        return new Result(
                figure, unit, product.median(Quantity::value), raw.median(Quantity::value), bar, product.size());
    }

    /** Product divided by raw. */
    public double ratio() {
        return product / raw;
    }

    public boolean reachesBar() {
        return bar.isMetBy(product, ratio());
    }
}
