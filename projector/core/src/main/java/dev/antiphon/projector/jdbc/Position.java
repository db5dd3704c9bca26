package dev.antiphon.projector.jdbc;

/**
 * How far a projection has read a partition.
 *
 * @param topicId of the topic that was read; a topic made anew has another
 * @param nextOffset the next to read
 */
public record Position(String topicId, long nextOffset) {}
