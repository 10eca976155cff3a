/**
 * When a person did something, in the time zone of the computer: unlike days of data, which are the same for everybody.
 * @param instant ISO 8601, UTC @returns the day, `YYYY-MM-DD`, and the time of day, `HH:MM`.
 */
export function localTime(instant: string): { day: string; time: string } {
  const at = new Date(instant);
  const [day = '', time = ''] = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
    .toISOString()
    .split('T');
  return { day, time: time.slice(0, 5) };
}

/** @returns '2026-11-20 14:02', in the time zone of the computer. @param instant ISO 8601, UTC */
export function localMinute(instant: string): string {
  const { day, time } = localTime(instant);
  return `${day} ${time}`;
}
