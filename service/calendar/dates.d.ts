/**
 * Calendar days. On the wire a date is text, `YYYY-MM-DD`; in the store it is a day number, days since 1970-01-01.
 * Neither is ever a local-time `Date`.
 */
/**
 * @returns the day number of a real calendar day written `YYYY-MM-DD` (years 0001 to 9999), or `undefined` for anything
 * else: `2024-02-30`, `2024-1-5`, `20240105`.
 */
export declare function dayNumber(text: string): number | undefined;
/** @returns `YYYY-MM-DD` of a day number. */
export declare function dateText(day: number): string;
/** @returns the civil date of a day number as the number YYYYMMDD. */
export declare function civilNumber(day: number): number;
/** @returns 0 (Sunday) to 6 (Saturday). */
export declare function weekday(day: number): number;
/** @returns the day number of a civil date; the month is 1 to 12, a day beyond its month runs over into the next. */
export declare function daysFromCivil(year: number, month: number, day: number): number;
/**
 * @param date a real day, `YYYY-MM-DD`.
 * @returns the day `months` later (negative: earlier), on the same day of the month or on the month's last day where it has
 * no such day: 2024-03-31 − 1 month is 2024-02-29. Not before 0001-01-01.
 */
export declare function shiftMonths(date: string, months: number): string;
/** @returns the day `days` later (negative: earlier). Not before 0001-01-01. */
export declare function shiftDays(date: string, days: number): string;
/** @returns the day number of the last day of a month. */
export declare function lastDayOfMonth(year: number, month: number): number;
