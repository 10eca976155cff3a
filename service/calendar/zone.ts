/** Local times, only for what a user did and beside publishers' times. Observation dates have no zone. */

/** @returns the computer's zone: 'America/Los_Angeles'. Nothing else reads it. */
export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Formats by zone: making one takes as long as hundreds of uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** @param instant ISO 8601, UTC. @returns the day, `YYYY-MM-DD`, and time, `HH:MM`, in the zone. */
export function inZone(instant: string, zone: string): { date: string; time: string } {
  const parts = formatOf(zone).formatToParts(new Date(instant));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { date: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` };
}

/** Like `inZone`, in the computer's zone. */
export const localTime = (instant: string): { date: string; time: string } => inZone(instant, zoneHere());

/** @returns '2026-11-20 14:02', in the computer's zone. @param instant ISO 8601, UTC */
export function localMinute(instant: string): string {
  const { date, time } = localTime(instant);
  return `${date} ${time}`;
}

/** @param date `YYYY-MM-DD`. @returns the instant at which the day begins in the zone: ISO 8601, UTC. */
export function startOfDay(date: string, zone: string): string {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const ahead = (moment: number): number => {
    const { date: day, time } = inZone(new Date(moment).toISOString(), zone);
    return Date.parse(`${day}T${time}:00Z`) - moment;
  };
  // Computed twice, because the clock may change between local midnight and midnight UTC.
  const near = midnight - ahead(midnight);
  return new Date(midnight - ahead(near)).toISOString();
}
