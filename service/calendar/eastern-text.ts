import { easternTime } from './business-days.ts';
import { dateText, weekday } from './dates.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** @returns a moment in the publishers' own time: 'Thu 2026-12-03, 08:30 ET'; 'about Tue 2026-12-01' where the day is not sure. */
export function easternText(moment: number, isAbout: boolean): string {
  const { day, minutes } = easternTime(moment);
  const date = `${WEEKDAYS[weekday(day)]} ${dateText(day)}`;
  if (isAbout) return `about ${date}`;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${date}, ${clock.join(':')} ET`;
}
