package dev.antiphon.projector.snapshots;

/** Another process rebuilds, verifies or switches the projection; nothing was done. */
public final class ProjectionBusyException extends SnapshotException {

    ProjectionBusyException(String message) {
        super(message, null);
    }
}
