package com.example.library.projector;

import com.example.library.events.BookAcquired;
import com.example.library.events.BookLent;
import com.example.library.events.BookReturned;
import com.example.library.events.BookSnapshot;
import dev.antiphon.projector.testkit.ProjectionContract;
import dev.antiphon.projector.testkit.ProjectionFixture;
import dev.antiphon.projector.testkit.ProjectionStory;
import dev.antiphon.projector.testkit.TestReadDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

class BookListProjectionTest extends ProjectionContract {

    @Override
    protected Object projection() {
        return new BookListProjection();
    }

    @Override
    protected TestReadDatabase database() {
        return TestReadDatabase.of("com/example/library/projector/schema");
    }

    @Override
    protected List<ProjectionStory> stories() {
        return List.of(
                ProjectionStory.of("faust-1", new BookAcquired("faust-1", "Faust"), new BookLent("faust-1", "grete"))
                        .state(new BookSnapshot("faust-1", 2, "Faust", "grete"))
                        .then(new BookReturned("faust-1"))
                        .state(new BookSnapshot("faust-1", 3, "Faust", null)),
                ProjectionStory.of("faust-2", new BookAcquired("faust-2", "Faust"))
                        .state(new BookSnapshot("faust-2", 1, "Faust", null)));
    }

    @Test
    void tellsWhoHasABook() {
        ProjectionFixture.of(projection(), database())
                .given("faust-1", new BookAcquired("faust-1", "Faust"), new BookLent("faust-1", "grete"))
                .thenRows("select title, member, version from book_list", "Faust|grete|2");
    }
}
