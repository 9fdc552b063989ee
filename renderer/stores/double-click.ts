/** As long as the second click of a double click may take, in milliseconds: it is no yes of its own to a price. */
export const DOUBLE_CLICK_MS = 500;
