import { minuteText } from '../calendar/dates.ts';
import { groupDigits } from '../series-math/decimal-text.ts';

/** How many values of then are others now, are new, or are gone. `total`: how many there were. */
export type ChangeCounts = { revised: number; added: number; gone: number; total: number };

/** '4 of 1,305 revised, 12 new'; '' where nothing has changed. */
export function changeWords({ revised, added, gone, total }: ChangeCounts): string {
  const count = (number: number) => groupDigits(String(number));
  return [
    ...(revised > 0 ? [`${count(revised)} of ${count(total)} revised`] : []),
    ...(added > 0 ? [`${count(added)} new`] : []),
    ...(gone > 0 ? [`${count(gone)} gone`] : []),
  ].join(', ');
}

/** '2026-11-20', '2026-11-20 14:02 UTC'. @param asOf a day or an instant, as in `View` */
export function knownText(asOf: string): string {
  return asOf.includes('T') ? minuteText(asOf) : asOf;
}
