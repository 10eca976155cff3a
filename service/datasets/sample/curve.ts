import { dayNumber, daysFromCivil } from '../../calendar/dates.ts';

/** A level over time; `day` is a day number. Fastest when days ascend. */
export type Curve = (day: number) => number;

/**
 * Straight lines through landmarks, which are written as text that is easy to read: `'2007-12 340, 2009-03-28 660'` (a month
 * means its first day). Constant before the first landmark; after the last it grows by the share `growth` a year.
 */
export function createCurve(landmarks: string, growth = 0): Curve {
  const points = landmarks.split(',').map(readLandmark);
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last) throw new Error('A curve needs a landmark');
  let at = 0;
  return (day) => {
    if (day >= last.day) return last.level * (1 + (growth * (day - last.day)) / 365.25);
    if (day <= first.day) return first.level;
    while (at > 0 && (points[at]?.day ?? 0) > day) at--;
    while ((points[at + 1]?.day ?? Number.POSITIVE_INFINITY) <= day) at++;
    const from = points[at] ?? first;
    const to = points[at + 1] ?? last;
    return from.level + ((to.level - from.level) * (day - from.day)) / (to.day - from.day);
  };
}

function readLandmark(text: string): { day: number; level: number } {
  const [date = '', level = ''] = text.trim().split(' ');
  const day = dayNumber(date.length === 7 ? `${date}-01` : date);
  if (day === undefined || level === '') throw new Error(`${text} is no landmark`);
  return { day, level: Number(level) };
}

/**
 * A season that repeats every year: straight lines between 12 factors, each of which is that of the middle of its month.
 * @returns the factor of a day.
 */
export function createSeason(factors: readonly number[]): Curve {
  return (day) => {
    const year = yearOf(day);
    const place = ((day - daysFromCivil(year, 1, 1)) / 365.25) * 12 - 0.5;
    const month = Math.floor(place);
    const before = factors[(month + 12) % 12] ?? 1;
    const after = factors[(month + 1) % 12] ?? 1;
    return before + (after - before) * (place - month);
  };
}

/** @returns the calendar year of a day. */
function yearOf(day: number): number {
  const year = 1970 + Math.floor(day / 365.2425);
  if (day < daysFromCivil(year, 1, 1)) return year - 1;
  return day >= daysFromCivil(year + 1, 1, 1) ? year + 1 : year;
}
