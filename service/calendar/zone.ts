/** Times of day of a person: only what somebody did, and beside a publisher's own time. Dates of observations have no zone. */

/** The only function that asks for the zone of the computer. @returns its name, 'America/Los_Angeles' */
export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** @param instant ISO 8601, UTC. @returns the day there, `YYYY-MM-DD`, and the time, `HH:MM`. */
export function inZone(instant: string, zone: string): { date: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(instant));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { date: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` };
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
