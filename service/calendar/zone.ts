/** Times of day of a person: only what somebody did, and beside a publisher's own time. Dates of observations have no zone. */

/** The only function that asks for the zone of the computer. @returns its name, 'America/Los_Angeles' */
export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A list has many times, and a new format takes as long as hundreds of them. */
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

/** @param instant ISO 8601, UTC. @returns the day there, `YYYY-MM-DD`, and the time, `HH:MM`. */
export function inZone(instant: string, zone: string): { date: string; time: string } {
  const parts = formatOf(zone).formatToParts(new Date(instant));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { date: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` };
}

/** As `inZone`, in the zone of the computer. */
export const localTime = (instant: string): { date: string; time: string } => inZone(instant, zoneHere());

/** @returns '2026-11-20 14:02', in the zone of the computer. @param instant ISO 8601, UTC */
export function localMinute(instant: string): string {
  const { date, time } = localTime(instant);
  return `${date} ${time}`;
}

/** @param date `YYYY-MM-DD`. @returns the instant at which the day begins there: ISO 8601, UTC. */
export function startOfDay(date: string, zone: string): string {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const ahead = (moment: number): number => {
    const { date: day, time } = inZone(new Date(moment).toISOString(), zone);
    return Date.parse(`${day}T${time}:00Z`) - moment;
  };
  // Twice: the clock may change between midnight there and midnight UTC.
  const near = midnight - ahead(midnight);
  return new Date(midnight - ahead(near)).toISOString();
}
