import { easternTime } from './business-days.ts';
import { dateText } from './dates.ts';

/** An event of a calendar file. `at`: ISO 8601, UTC. `isAbout`: an uncertain day, as an all-day event. */
export type CalendarEvent = {
  /** A permanent id: a calendar that already has the event replaces it. */
  id: string;
  at: string;
  isAbout: boolean;
  title: string;
  text: string;
};

/** The format's longest line, in octets. */
const LINE = 75;

/** @param now ISO 8601, UTC. @returns a calendar file (RFC 5545), in UTC: each reader shows local time. */
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
      // A release does not make anybody busy.
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

/** The day in US Eastern time: '20261125'. */
function easternDay(instant: string): string {
  return dateText(easternTime(Date.parse(instant)).day).replaceAll('-', '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Folds a line between characters, never within a character's octets. Further lines begin with a space. */
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

/** @returns the number of octets of a character in UTF-8. */
function octetsOf(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}
