package dev.antiphon.projector.operation;

/**
 * How far a projection has read a partition.
 *
 * @param projection its key
 * @param topicId of the topic that was read; a topic made anew has another
 * @param nextOffset the next to read
 */
public record PartitionPosition(String projection, String topic, int partition, String topicId, long nextOffset) {}
