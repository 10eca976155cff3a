import { printDecimal, sumOf } from '../exact-decimal.ts';
import type { TimeSeries } from '../types.ts';

/** @returns the exact sum of the areas on each day on which all of them have a value. @param areas how many there are */
export function sumOfAreas(columns: readonly TimeSeries[], areas: number): { day: number; value: string }[] {
  const texts = new Map<number, string[]>();
  for (const { days, values } of columns)
    for (const [at, day] of days.entries()) {
      const ofDay = texts.get(day);
      if (ofDay) ofDay.push(values[at] as string);
      else texts.set(day, [values[at] as string]);
    }
  return [...texts]
    .filter(([, ofDay]) => ofDay.length === areas)
    .toSorted(([a], [b]) => a - b)
    .map(([day, ofDay]) => {
      const { scaled, places } = sumOf(ofDay);
      return { day, value: printDecimal(scaled, places) };
    });
}
