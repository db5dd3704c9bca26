package dev.antiphon.it.relay;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Gives each record the time of a day ago, which a topic can be told to refuse. */
public final class Yesterday implements ProducerInterceptor<String, byte[]> {

    @Override
    public ProducerRecord<String, byte[]> onSend(ProducerRecord<String, byte[]> contents) {
        return new ProducerRecord<>(
                contents.topic(),
                contents.partition(),
                Instant.now().minus(Duration.ofDays(1)).toEpochMilli(),
                contents.key(),
                contents.value(),
                contents.headers());
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
