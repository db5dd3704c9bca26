package dev.antiphon.it;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Text that careless programs change on its way. */
public final class Texts {

    /** Emoji, right to left, combining marks, quotes, backslashes, line ends, and every control character but U+0000. */
    public static final String ODD =
            "\ud83d\ude00\ud83d\udc68\u200d\ud83d\udc69 \u05e9\u05dc\u05d5\u05dd \u0627\u0644\u0633\u0644\u0627\u0645 e\u0301 \u00e9 Z\u0335 \ufb01 \u212a \ufeff \ufffd \uffff \"'\\ \\u0000 %00 \u2028 \u0085 "
                    + IntStream.range(1, 0x20).mapToObj(Character::toString).collect(Collectors.joining());

    private Texts() {}
}
