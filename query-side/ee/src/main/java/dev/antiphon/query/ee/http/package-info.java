/** What every answer of the query side says about itself: freshness, version, pages, problems. */
@NullMarked
package dev.antiphon.query.ee.http;

import org.jspecify.annotations.NullMarked;
