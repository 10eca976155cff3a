import { easternTime } from './business-days.ts';
import { dateText } from './dates.ts';

/** An event of a calendar file. `at`: ISO 8601, UTC; `isAbout`: the day is not certain, so it is an event of the whole day. */
export type CalendarEvent = {
  /** Names the event for ever: a calendar that has it already replaces it. */
  id: string;
  at: string;
  isAbout: boolean;
  title: string;
  text: string;
};

/** The longest line of the format, in octets. */
const LINE = 75;

/** @param now ISO 8601, UTC. @returns the events as a calendar file (RFC 5545). A moment is in UTC, so that each reader shows its own time. */
export function calendarFile(events: readonly CalendarEvent[], now: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Almanac//Releases//EN',
    'CALSCALE:GREGORIAN',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.id}@almanac`,
      `DTSTAMP:${utc(now)}`,
      event.isAbout ? `DTSTART;VALUE=DATE:${easternDay(event.at)}` : `DTSTART:${utc(event.at)}`,
      // A release takes no time of anybody's day.
      'TRANSP:TRANSPARENT',
      `SUMMARY:${escaped(event.title)}`,
      `DESCRIPTION:${escaped(event.text)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** '20261125T133000Z'. */
function utc(instant: string): string {
  return `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** The day in US Eastern time, '20261125'. */
function easternDay(instant: string): string {
  return dateText(easternTime(Date.parse(instant)).day).replaceAll('-', '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Lines are cut between characters, never within the octets of one; each line that follows begins with a space. */
function folded(line: string): string {
  let size = 0;
  let text = '';
  for (const character of line) {
    const octets = octetsOf(character.codePointAt(0) ?? 0);
    if (size + octets > LINE) {
      text += '\r\n ';
      size = 1;
    }
    text += character;
    size += octets;
  }
  return text;
}

/** How many octets a character has in UTF-8. */
function octetsOf(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}
