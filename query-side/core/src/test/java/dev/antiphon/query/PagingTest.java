package dev.antiphon.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagingTest {

    record Summary(String orderId, @Nullable Long totalMinor, Instant orderedAt) {}

    record Unsorted(String orderId, double weight) {}

    private static final String LIST = "select * from order_summary";
    private static final Paging<Summary> PAGING = Paging.by(Summary.class, "orderId")
            .sortedBy("-orderedAt", "totalMinor", "orderId")
            .pagesOf(2, 3);

    private ReadStore store;

    /** Three orders of one moment, so that pages also break between equals. */
    @BeforeEach
    void fill() {
        store = new ReadStore(ReadDatabase.empty(), Duration.ofSeconds(1));
        order("a", 300, "2010-12-01T08:26:00.000001Z");
        order("b", 100, "2010-12-02T08:26:00Z");
        order("c", 100, "2010-12-02T08:26:00Z");
        order("d", 100, "2010-12-02T08:26:00Z");
        order("e", 200, "2010-12-03T08:26:00Z");
    }

    private static void order(String id, int total, String orderedAt) {
        ReadDatabase.run("insert into order_summary values ('%s', 'PLACED', null, %d, 1, '%s', 1)"
                .formatted(id, total, orderedAt));
    }

    private Page<Summary> page(PageRequest request) {
        return store.page(Select.of(LIST), PAGING, request);
    }

    private static List<String> ids(Page<Summary> page) {
        return page.items().stream().map(Summary::orderId).toList();
    }

    /** As a client gives it back. */
    private static Cursor given(@Nullable Cursor cursor) {
        assertThat(cursor).isNotNull();
        return Cursor.parse(cursor.toString());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"orderedAt", "-orderedAt", "totalMinor", "-totalMinor", "orderId", "-orderId"})
    void goesThroughAllRowsOnceForwardsAndBackwards(@Nullable String sort) {
        var all = ids(store.page(Select.of(LIST), PAGING.pagesOf(9, 9), new PageRequest(sort, null, null, null)));
        var forwards = new ArrayList<List<String>>();
        var page = page(new PageRequest(sort, null, null, null));
        assertThat(page.previous()).isNull();
        forwards.add(ids(page));
        while (page.next() != null) {
            page = page(new PageRequest(sort, given(page.next()), null, null));
            forwards.add(ids(page));
        }
        var backwards = new ArrayList<>(List.of(ids(page)));
        while (page.previous() != null) {
            page = page(new PageRequest(null, null, given(page.previous()), null));
            backwards.add(0, ids(page));
        }

        assertThat(all).hasSize(5);
        assertThat(forwards).hasSize(3);
        assertThat(forwards.stream().flatMap(List::stream)).containsExactlyElementsOf(all);
        assertThat(backwards.stream().flatMap(List::stream)).containsExactlyElementsOf(all);
    }

    @Test
    void sortsAsAskedAndByTheKeyBetweenEquals() {
        assertThat(ids(page(new PageRequest(null, null, null, 3)))).containsExactly("e", "d", "c");
        assertThat(ids(page(new PageRequest("totalMinor", null, null, 3)))).containsExactly("b", "c", "d");
        assertThat(ids(page(new PageRequest("-totalMinor", null, null, 3)))).containsExactly("a", "e", "d");
    }

    @Test
    void staysInPlaceWhileRowsComeAndGo() {
        var first = page(new PageRequest(null, null, null, 3));
        order("f", 1, "2010-12-04T08:26:00Z");
        order("cc", 1, "2010-12-02T08:26:00Z");
        order("bb", 1, "2010-12-02T08:26:00Z");
        ReadDatabase.run("delete from order_summary where order_id = 'c'");

        var second = page(new PageRequest(null, given(first.next()), null, 3));

        assertThat(ids(first)).containsExactly("e", "d", "c");
        assertThat(ids(second)).containsExactly("bb", "b", "a");
        assertThat(ids(page(new PageRequest(null, null, given(second.previous()), 3))))
                .containsExactly("e", "d", "cc");
    }

    @Test
    void hasNoLinksWhereThereIsNothing() {
        var last = new Cursor("-orderedAt", List.of("2010-12-01T08:26:00.000001Z", "a"));

        assertThat(page(new PageRequest(null, last, null, null))).isEqualTo(new Page<>(List.of(), null, null));
    }

    @Test
    void refusesWhatTheListDoesNotHave() {
        var here = new Cursor("-orderedAt", List.of("2010-12-01T08:26:00Z", "a"));

        refused("sort", new PageRequest("lineCount", null, null, null));
        refused("sort", new PageRequest("--orderedAt", null, null, null));
        refused("sort", new PageRequest("-", null, null, null));
        refused("limit", new PageRequest(null, null, null, 0));
        refused("limit", new PageRequest(null, null, null, 4));
        refused("before", new PageRequest(null, here, here, null));
        refused("after", new PageRequest("totalMinor", here, null, null));
        refused("before", new PageRequest("orderedAt", null, here, null));
    }

    @Test
    void refusesCursorsOfOtherLists() {
        for (var cursor : List.of(
                new Cursor("-lineCount", List.of("1", "a")),
                new Cursor("-orderedAt", List.of("2010-12-01T08:26:00Z")),
                new Cursor("-orderedAt", List.of("yesterday", "a")),
                new Cursor("-orderedAt", List.of("+1000000000-12-31T23:59:59Z", "a")),
                new Cursor("totalMinor", List.of("1.5", "a")),
                new Cursor("totalMinor", List.of("1", "\0")),
                new Cursor("totalMinor", List.of("1", "\ud800")))) {
            refused("after", new PageRequest(null, cursor, null, null));
            refused("before", new PageRequest(null, null, cursor, null));
        }
    }

    private void refused(String parameter, PageRequest request) {
        assertThatThrownBy(() -> page(request))
                .isInstanceOfSatisfying(
                        InvalidParameterException.class,
                        refusal -> assertThat(refusal.parameter()).isEqualTo(parameter))
                .hasMessageContaining("Parameter " + parameter);
    }

    @Test
    void saysWhichColumnCannotBeSortedBy() {
        assertThatThrownBy(() -> Paging.by(Summary.class, "id")).hasMessageContaining("sorted by id");
        assertThatThrownBy(() -> Paging.by(Summary.class, "orderId").sortedBy("-total"))
                .hasMessageContaining("sorted by total");
        assertThatThrownBy(() -> Paging.by(Unsorted.class, "orderId").sortedBy("weight"))
                .hasMessageContaining("double");
        assertThatThrownBy(() -> Paging.by(Summary.class)).hasMessageContaining("key");
    }

    @Test
    void saysWhichColumnIsNullThoughTheListIsSortedByIt() {
        ReadDatabase.run("update order_summary set total_minor = null");

        assertThatThrownBy(() -> page(new PageRequest("totalMinor", null, null, 2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("total_minor");
    }

    @Test
    void aFilterStaysWithEveryPage() {
        var seen = new ArrayList<String>();
        Cursor after = null;
        do {
            var page = store.page(
                    Select.of(LIST).filter("total_minor = ?", 100), PAGING, new PageRequest(null, after, null, 1));
            seen.addAll(ids(page));
            after = page.next();
        } while (after != null);

        Collections.reverse(seen);
        assertThat(seen).containsExactly("b", "c", "d");
    }
}
