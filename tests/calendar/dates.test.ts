import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText, dayNumber, daysFromCivil, weekday } from '../../service/calendar/dates.ts';

const day = fc.integer({ min: -719_162, max: 2_932_896 }); // 0001-01-01 to 9999-12-31

describe('calendar days', () => {
  it('agree with the proleptic Gregorian calendar of Date, in UTC', () => {
    fc.assert(
      fc.property(day, (number) => {
        const date = new Date(number * 86_400_000);
        expect(dateText(number)).toBe(date.toISOString().slice(0, 10));
        expect(weekday(number)).toBe(date.getUTCDay());
        expect(dayNumber(dateText(number))).toBe(number);
        expect(daysFromCivil(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(number);
      }),
    );
  });

  it.each([
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-1-5',
    '20240105',
    '',
    '2024-01-01 ',
    '0000-01-01',
    '2024-01-00',
  ])('refuses %j', (text) => expect(dayNumber(text)).toBeUndefined());

  it('knows landmarks', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dayNumber('2000-02-29')).toBe(11_016);
    expect(weekday(dayNumber('2024-09-28') as number)).toBe(6);
  });
});
