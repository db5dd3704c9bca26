package dev.antiphon.bench.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;

/**
 * What one side of a comparison came to, run by run.
 *
 * @param values without the warm-up's
 */
public record Samples<T>(List<T> values) {

    /**
     * One side of a comparison.
     *
     * @param name for progress lines
     * @param run takes one sample
     */
    public record Side<T>(String name, Callable<T> run) {}

    public Samples {
        values = List.copyOf(values);
    }

    /**
     * Warms every side up once, then lets them take turns, the first of one round being the last of the next: what
     * changes on the machine in the meantime falls on all of them alike.
     *
     * @return the samples of each side, in the order given
     */
    public static <T> List<Samples<T>> alternately(Run run, String figure, List<Side<T>> sides) throws Exception {
        List<List<T>> values = new ArrayList<>();
        for (Side<T> side : sides) {
            values.add(new ArrayList<>());
            T unused = side.run().call();
            run.report(figure + ": warm-up of " + side.name() + ": " + unused);
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            order.add(i);
        }
        for (int round = 1; round <= run.samples(); round++) {
            for (int i : order) {
                T value = sides.get(i).run().call();
                values.get(i).add(value);
                run.report(figure + ": " + round + " of " + run.samples() + ", "
                        + sides.get(i).name() + ": " + value);
            }
            Collections.reverse(order);
        }
        return values.stream().map(Samples::new).toList();
    }

    /** The middle one; of an even number, the mean of the two in the middle. */
    public double median(ToDoubleFunction<T> number) {
        double[] sorted = values.stream().mapToDouble(number).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public int size() {
        return values.size();
    }
}
