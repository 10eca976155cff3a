/**
 * Rows of a page. Apart from the shapes of the answers, so that who needs a number does not load TypeBox: the service starts
 * without it.
 */

/** Records of an economic-data page when `--page-size` does not say otherwise; also the largest. */
export const ECONOMIC_PAGE_SIZE = 5000;

export const MARKET_LIMIT_DEFAULT = 100;
export const MARKET_LIMIT_LARGEST = 5000;
