import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObservedOn } from '../../../service/calendar/business-days.ts';
import { easternTime, isBankDay, isMarketDay } from '../../../service/calendar/business-days.ts';
import { dateText, dayNumber, weekday } from '../../../service/calendar/dates.ts';
import { observedDays } from '../../../service/ingest/sample/index.ts';
import { OBSERVED, readSample } from './sample-folder.ts';

const { all, series } = await readSample();
const day = (text: string) => dayNumber(text) ?? Number.NaN;

function isRight(observedOn: ObservedOn, on: number): boolean {
  switch (observedOn) {
    case 'Saturday':
      return weekday(on) === 6;
    case 'Wednesday':
      return weekday(on) === 3;
    case 'first of month':
      return dateText(on).endsWith('-01');
    case 'bank day':
      return isBankDay(on);
    case 'market day':
      return isMarketDay(on);
  }
}

describe('days of the sample', () => {
  it('are the publisher’s days', () => {
    for (const { id, observedOn, series: wanted } of OBSERVED) {
      for (const [name, values] of all.get(id) ?? []) {
        const days = [...values.keys()];
        expect(days).toEqual([...days].sort((a, b) => a - b));
        expect(days.filter((on) => !isRight(observedOn, on)).map(dateText), `${id}/${name}`).toEqual([]);
        if (observedOn === 'Saturday' || observedOn === 'Wednesday') {
          expect(days.length).toBe(((days.at(-1) ?? 0) - (days[0] ?? 0)) / 7 + 1);
        }
        const start = wanted.find(({ code }) => code === name)?.historyFrom;
        if (start) expect(dateText(days[0] ?? 0)).toBe(start);
      }
    }
    expect(dateText([...series('jolts', 'quits_rate_sa').keys()][0] ?? 0)).toBe('2000-12-01');
    expect(dateText([...series('personal_income_and_outlays', 'total_personal_income').keys()][0] ?? 0)).toBe(
      '1959-01-01',
    );
  });

  it('leave holidays out', () => {
    const [yields, debt] = [series('yields', 'US10Y'), series('us_debt', 'total_public_debt_outstanding')];
    for (const holiday of ['2026-11-11', '2025-11-27', '2024-12-25', '2023-01-02']) {
      expect(yields.has(day(holiday))).toBe(false);
      expect(debt.has(day(holiday))).toBe(false);
    }
    // Banks and the bond market differ on the Friday before a Saturday holiday and on Good Friday.
    const both = (date: string) => [yields.has(day(date)), debt.has(day(date))];
    expect(['2026-07-03', '2021-12-31', '2025-04-18', '2026-04-03', '2025-11-28'].map(both)).toEqual([
      [false, true],
      [true, true],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  it('end a week earlier for continued claims, and have no 30-year yield from 2002 to 2006', () => {
    const last = (code: string) => dateText([...series('ui_weekly_claims', code).keys()].at(-1) ?? 0);
    expect([last('initial_claims_sa'), last('continued_claims_sa')]).toEqual(['2026-11-14', '2026-11-07']);
    const gap = [...series('yields', 'US30Y').keys()].filter(
      (on) => on >= day('2002-02-19') && on <= day('2006-02-08'),
    );
    expect(gap).toEqual([]);
    expect(series('yields', 'US30Y').has(day('2006-02-09'))).toBe(true);
  });

  it('are always released days, and always begin on the same day', () => {
    const each = OBSERVED.flatMap((dataset) => dataset.series.map((one) => ({ dataset, one })));
    const moment = fc.integer({ min: Date.UTC(2025, 5, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...each), moment, ({ dataset, one }, now) => {
        const days = observedDays(dataset, one.code, now);
        const released = dataset.release.day((days.at(-1) ?? Number.NaN) + (one.extraLagDays ?? 0));
        expect(released).toBeLessThanOrEqual(easternTime(now).day);
        expect(dateText(days[0] ?? 0)).toBe(one.historyFrom ?? dataset.historyFrom);
        expect(days.every((on, i) => isRight(dataset.observedOn, on) && on > (days[i - 1] ?? on - 1))).toBe(
          true,
        );
      }),
      { numRuns: 40 },
    );
  });
});
