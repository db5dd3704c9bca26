package dev.antiphon.dev.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Progress as a bar on a terminal. */
final class BarProgress implements ShownProgress {

    private @Nullable ProgressBar bar;

    @Override
    public synchronized void begin(String name, long total) {
        end();
        bar = new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .showSpeed()
                .build();
    }

    @Override
    public synchronized void advance(long count) {
        if (bar != null) {
            bar.stepBy(count);
        }
    }

    @Override
    public synchronized void end() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
