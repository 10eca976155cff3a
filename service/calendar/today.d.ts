/**
 * The only place that asks for a local date.
 * @returns the day number of today: the later of the UTC and the local day, so that nobody's today is in the future.
 */
export declare function today(now: Date): number;
/** @returns `today` as `YYYY-MM-DD`. */
export declare function todayText(now?: Date): string;
