import { dateText, dayNumber, daysFromCivil } from '../calendar/dates.ts';

/** A level over time; `day` is a day number. Fastest when days ascend. */
export type Curve = (day: number) => number;

/**
 * Draws straight lines through landmarks, written as text: `'2007-12 340, 2009-03-28 660'` (a month means its
 * first day). The curve is constant before the first landmark; after the last it grows by `growth`, a share,
 * a year.
 */
export function createCurve(landmarks: string, growth = 0): Curve {
  const points = landmarks.split(',').map(readLandmark);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new Error('A curve needs a landmark');
  let at = 0;
  return (day) => {
    if (day >= last.day) return last.level * (1 + (growth * (day - last.day)) / 365.25);
    if (day <= first.day) return first.level;
    while (at > 0 && (points[at]?.day ?? 0) > day) at--;
    while ((points[at + 1]?.day ?? Number.POSITIVE_INFINITY) <= day) at++;
    const [from, to] = [points[at] ?? first, points[at + 1] ?? last];
    return from.level + ((to.level - from.level) * (day - from.day)) / (to.day - from.day);
  };
}

function readLandmark(text: string): { day: number; level: number } {
  const [date = '', level = ''] = text.trim().split(' ');
  const day = dayNumber(date.length === 7 ? `${date}-01` : date);
  if (day === undefined || level === '') throw new Error(`${text} is no landmark`);
  return { day, level: Number(level) };
}

/** Draws a season that repeats every year: lines between 12 factors, each at the middle of its month. */
export function createSeason(factors: readonly number[]): Curve {
  return (day) => {
    const newYear = daysFromCivil(Number(dateText(day).slice(0, 4)), 1, 1);
    const place = ((day - newYear) / 365.25) * 12 - 0.5;
    const month = Math.floor(place);
    const before = factors[(month + 12) % 12] ?? 1;
    const after = factors[(month + 1) % 12] ?? 1;
    return before + (after - before) * (place - month);
  };
}

/** @returns a source of noise for a name: numbers that look random and are the same on every machine. */
export function createNoise(name: string) {
  let state = hash(name);
  let drifted = 0;
  // Mulberry32, T. Ettinger, public domain: 32-bit integer arithmetic only.
  function uniform(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  // The sum of four uniforms has a variance of 4/12; times the square root of 3 its variance is 1.
  const bell = () => (uniform() + uniform() + uniform() + uniform() - 2) * 1.7320508;
  return {
    /** @returns a number from 0 (included) to 1 (excluded). */
    uniform,
    /** @returns a number about 0, bell-shaped, standard deviation 1, never beyond ±3.5. */
    bell,
    /** @returns the next step of a first-order autoregression; `step` is the standard deviation of steps. */
    drift(memory: number, step: number): number {
      drifted = memory * drifted + step * bell();
      return drifted;
    },
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}

/** @returns each day's level times a factor that drifts about 1 by the noise of `name`, never below 0. */
export function drifting(
  level: Curve,
  days: readonly number[],
  name: string,
  memory: number,
  step: number,
): number[] {
  const noise = createNoise(name);
  return days.map((day) => level(day) * Math.max(0, 1 + noise.drift(memory, step)));
}
