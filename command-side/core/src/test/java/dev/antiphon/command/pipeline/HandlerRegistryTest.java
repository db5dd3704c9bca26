package dev.antiphon.command.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Command;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.events.EventModel;
import dev.antiphon.events.InvalidEventModelException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandlerRegistryTest {

    static class Second implements CommandHandler<PipelineGatewayTest.Fill, Shelf> {
        @Override
        public Shelf handle(PipelineGatewayTest.Fill command) {
            throw new UnsupportedOperationException();
        }
    }

    static class Generic<C extends Command> implements CommandHandler<C, Shelf> {
        @Override
        public Shelf handle(C command) {
            throw new UnsupportedOperationException();
        }
    }

    static class Typeless extends Aggregate<String> {
        @Override
        public String id() {
            return "";
        }
    }

    record Type() implements Command {}

    static class TypelessHandler implements CommandHandler<Type, Typeless> {
        @Override
        public Typeless handle(Type command) {
            throw new UnsupportedOperationException();
        }
    }

    static class Inherited extends Second {}

    @Test
    void readsTheEventsOfTheAggregates() {
        var registry = new HandlerRegistry().add(Inherited.class, new Inherited());

        assertThat(registry.models()).extracting(EventModel::topic).hasToString("[shop.store.shelf]");
    }

    @Test
    void aSecondHandlerIsRefusedAndBothAreNamed() {
        var registry =
                new HandlerRegistry().add(PipelineGatewayTest.FillHandler.class, new PipelineGatewayTest.FillHandler());

        assertThatThrownBy(() -> registry.add(Second.class, new Second()))
                .isInstanceOf(InvalidHandlerException.class)
                .hasMessageContainingAll("Fill", "Second", "FillHandler");
    }

    @Test
    void aHandlerThatDoesNotSayWhatItHandlesIsRefused() {
        assertThatThrownBy(() -> new HandlerRegistry().add(Generic.class, new Generic<PipelineGatewayTest.Fill>()))
                .isInstanceOf(InvalidHandlerException.class)
                .hasMessageContaining("Generic");
    }

    @Test
    void commandsThatNobodyHandlesAreNamed() {
        var registry =
                new HandlerRegistry().add(PipelineGatewayTest.FillHandler.class, new PipelineGatewayTest.FillHandler());

        registry.requireHandlers(List.of(PipelineGatewayTest.Fill.class));
        assertThatThrownBy(() -> registry.requireHandlers(List.of(Type.class, PipelineGatewayTest.Fill.class)))
                .isInstanceOf(InvalidHandlerException.class)
                .hasMessageContainingAll(Type.class.getName(), "no handler", "CommandHandler")
                .hasMessageNotContaining("Fill");
    }

    @Test
    void anAggregateWithoutEventsIsRefused() {
        assertThatThrownBy(() -> new HandlerRegistry().add(TypelessHandler.class, new TypelessHandler()))
                .isInstanceOf(InvalidEventModelException.class);
    }
}
