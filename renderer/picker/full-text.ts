/** Why no other series can be chosen: `MOST_SERIES` in words. */
export const FULL_TEXT = 'Eight lines are shown: remove one to add another.';
