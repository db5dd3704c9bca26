package dev.antiphon.bench.figure;

import dev.antiphon.bench.measure.Figure;
import dev.antiphon.dev.process.StartFailure;
import java.util.List;
import java.util.stream.Collectors;

/** All figures. */
public final class Figures {

    private static final List<Figure> ALL = List.of(
            new CommandsFigure(),
            new DrainFigure(),
            new AgedDrainFigure(),
            new SnapshotDrainFigure(),
            new RelayLatencyFigure(),
            new RelayHeapFigure(),
            new LoadedCommandsFigure(),
            ProjectFigure.PROCESSED_EVENTS,
            ProjectFigure.VERSION_GUARD,
            new VisibleFigure(),
            new PoisonFigure(),
            new ProjectHeapFigure(),
            new RebuildFigure(),
            new ReadFigure(),
            new WaitingRoomFigure(),
            new ReadYourWritesFigure());

    private Figures() {}

    public static List<Figure> all() {
        return ALL;
    }

    /** @throws StartFailure if there is none of that name; names those there are */
    public static Figure named(String name) {
        return ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StartFailure("There is no figure '" + name + "'; there are "
                        + ALL.stream().map(Figure::name).collect(Collectors.joining(", "))
                        + " (bench --list says what they are)."));
    }
}
