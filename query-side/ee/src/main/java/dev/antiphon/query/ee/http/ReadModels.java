package dev.antiphon.query.ee.http;

import dev.antiphon.query.ReadModel;
import jakarta.ws.rs.container.ResourceInfo;
import java.util.Optional;

/** Finds the {@link ReadModel} of the method that answers. */
final class ReadModels {

    private ReadModels() {}

    static Optional<ReadModel> of(ResourceInfo resource) {
        var method = resource.getResourceMethod();
        return method == null ? Optional.empty() : Optional.ofNullable(method.getAnnotation(ReadModel.class));
    }
}
