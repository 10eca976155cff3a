import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFile } from '../../service/calendar/ics.ts';

const CLAIMS = {
  id: 'ui_weekly_claims-2026-11-21',
  at: '2026-11-25T13:30:00.000Z',
  isAbout: false,
  title: 'Claims, state',
  text: 'Weekly claims',
};

/** Reads a calendar file by RFC 5545: a line that begins with a space continues the previous line. */
function parse(file: string): Record<string, string>[] {
  expect(file.endsWith('\r\n')).toBe(true);
  for (const line of file.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const lines = file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.at(-1)).toBe('END:VCALENDAR');
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z;=-]+):(.*)$/.exec(line) ?? [];
    expect(name).not.toBe('');
    if (line === 'BEGIN:VEVENT') events.push({});
    const event = events.at(-1);
    if (event) event[name] = value.replace(/\\n/g, '\n').replace(/\\([\\;,])/g, '$1');
  }
  return events;
}

test('a release is an event at its instant in UTC', () => {
  expect(parse(calendarFile([CLAIMS], '2026-11-23T14:00:00.000Z'))).toEqual([
    {
      BEGIN: 'VEVENT',
      UID: 'ui_weekly_claims-2026-11-21@almanac',
      DTSTAMP: '20261123T140000Z',
      DTSTART: '20261125T133000Z',
      TRANSP: 'TRANSPARENT',
      SUMMARY: 'Claims, state',
      DESCRIPTION: 'Weekly claims',
      END: 'VCALENDAR',
    },
  ]);
});

test('a release on an uncertain day takes the whole day, in Eastern time', () => {
  const [event] = parse(
    calendarFile([{ ...CLAIMS, isAbout: true, at: '2026-12-02T03:00:00.000Z' }], '2026-11-23T14:00:00.000Z'),
  );
  expect(event).toMatchObject({ 'DTSTART;VALUE=DATE': '20261201' });
});

test('any text is read back unchanged', () => {
  const text = fc.array(fc.constantFrom('a', ',', ';', '\\', 'é', '😀', '\n', ' ', 'claims'), {
    maxLength: 80,
  });
  fc.assert(
    fc.property(text, text, (title, words) => {
      const event = { ...CLAIMS, title: title.join('').replaceAll('\n', ''), text: words.join('') };
      expect(parse(calendarFile([event, event], '2026-11-23T14:00:00.000Z'))[0]).toMatchObject({
        SUMMARY: event.title,
        DESCRIPTION: event.text,
      });
    }),
  );
});
