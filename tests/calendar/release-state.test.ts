import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easternInstant, easternTime } from '../../service/calendar/business-days.ts';
import { dateText, dayNumber, weekday } from '../../service/calendar/dates.ts';
import { easternText } from '../../service/calendar/freshness.ts';
import {
  expectedLast,
  extraLagDays,
  nextObserved,
  nextRelease,
  releaseMoment,
  releaseState,
  releaseTiming,
} from '../../service/calendar/releases.ts';
import { DATASETS, findDataset } from '../../service/datasets/index.ts';

const DAY = 86_400_000;

function day(text: string): number {
  const found = dayNumber(text);
  if (found === undefined) throw new Error(`${text} is no date`);
  return found;
}
function timing(dataset: string) {
  const found = releaseTiming(findDataset(dataset));
  if (!found) throw new Error(`${dataset} has no schedule`);
  return found;
}
const release = (dataset: string, date: string): string => {
  const rule = timing(dataset);
  return easternText(releaseMoment(rule, day(date)), 'exact');
};
const expected = (dataset: string, now: string): string =>
  dateText(expectedLast(timing(dataset), Date.parse(now)));
const next = (dataset: string, now: string): string =>
  easternText(nextRelease(timing(dataset), Date.parse(now)), timing(dataset).dayIs);
function state(dataset: string, dates: Record<string, string>, now: string) {
  const last = new Map(Object.entries(dates).map(([code, date]) => [code, day(date)]));
  const found = releaseState(findDataset(dataset), last, Date.parse(now));
  return [found.state, found.daysLate] as const;
}

const SCHEDULED = DATASETS.map(({ id }) => id).filter((id) => releaseTiming(findDataset(id)) !== undefined);

describe('a release', () => {
  it.each([
    // An ordinary week, then weeks with a holiday on Thursday: the Department of Labor releases on Wednesday.
    ['ui_weekly_claims', '2026-11-14', 'Thu 2026-11-19, 08:30 ET'],
    ['ui_weekly_claims', '2026-11-21', 'Wed 2026-11-25, 08:30 ET'],
    ['ui_state_weekly_claims', '2026-12-19', 'Thu 2026-12-24, 08:30 ET'],
    ['ui_weekly_claims', '2025-12-20', 'Wed 2025-12-24, 08:30 ET'],
    ['ui_weekly_claims', '2025-12-27', 'Wed 2025-12-31, 08:30 ET'],
    ['ui_weekly_claims', '2025-06-14', 'Wed 2025-06-18, 08:30 ET'],
    // The Board releases on the next business day.
    ['factors_affecting_reserve_balances', '2026-11-18', 'Thu 2026-11-19, 16:30 ET'],
    ['factors_affecting_reserve_balances', '2026-11-25', 'Fri 2026-11-27, 16:30 ET'],
    ['factors_affecting_reserve_balances', '2025-12-31', 'Fri 2026-01-02, 16:30 ET'],
    ['us_debt', '2026-11-20', 'Mon 2026-11-23, 16:15 ET'],
    ['us_debt', '2026-11-25', 'Fri 2026-11-27, 16:15 ET'],
    ['us_debt', '2026-12-31', 'Mon 2027-01-04, 16:15 ET'],
    ['yields', '2026-11-25', 'Wed 2026-11-25, 18:00 ET'],
    ['jolts', '2026-10-01', 'Tue 2026-12-01, 10:00 ET'],
    ['jolts', '2026-11-01', 'Tue 2027-01-05, 10:00 ET'],
    ['personal_income_and_outlays', '2026-10-01', 'Mon 2026-11-30, 08:30 ET'],
    ['personal_income_and_outlays', '2026-11-01', 'Thu 2026-12-24, 08:30 ET'],
    ['personal_income_and_outlays', '2026-12-01', 'Fri 2027-01-29, 08:30 ET'],
    ['us_exports', '2026-10-01', 'Mon 2026-12-07, 08:30 ET'],
    ['us_exports', '2026-12-01', 'Thu 2027-02-04, 08:30 ET'],
  ])('of %s for %s is on %s', (dataset, date, text) => expect(release(dataset, date)).toBe(text));

  it.each([
    ['2026-11-19T13:29:59Z', '2026-11-07'],
    ['2026-11-19T13:30:00Z', '2026-11-14'],
    // In summer, 08:30 ET is an hour earlier in UTC.
    ['2026-10-29T12:29:59Z', '2026-10-17'],
    ['2026-10-29T12:30:00Z', '2026-10-24'],
    ['2026-11-05T13:29:59Z', '2026-10-24'],
    ['2026-11-05T13:30:00Z', '2026-10-31'],
    ['2027-03-11T13:30:00Z', '2027-03-06'],
    ['2027-03-18T12:30:00Z', '2027-03-13'],
  ])('of weekly claims at %s brings the week to %s', (now, date) =>
    expect(expected('ui_weekly_claims', now)).toBe(date),
  );

  it('of yields skips holidays, Good Friday and weekends', () => {
    expect(expected('yields', '2026-11-27T22:59:00Z')).toBe('2026-11-25');
    expect(expected('yields', '2026-11-27T23:00:00Z')).toBe('2026-11-27');
    for (const friday of ['2024-03-29', '2025-04-18', '2027-03-26', '2038-04-23'])
      expect(expected('yields', `${friday}T23:30:00Z`)).toBe(dateText(day(friday) - 1));
    expect(expected('us_debt', '2026-04-07T12:00:00Z')).toBe('2026-04-03');
  });

  it('on an approximate day is marked as approximate, without a time', () => {
    expect(next('jolts', '2026-11-21T12:00:00Z')).toBe('about Tue 2026-12-01');
    expect(next('us_exports', '2026-12-20T12:00:00Z')).toBe('about Mon 2027-01-04');
    expect(next('personal_income_and_outlays', '2026-11-26T12:00:00Z')).toBe('in the week to Mon 2026-11-30');
    expect(next('ui_weekly_claims', '2026-11-21T12:00:00Z')).toBe('Wed 2026-11-25, 08:30 ET');
    expect(next('yields', '2026-12-31T23:30:00Z')).toBe('Mon 2027-01-04, 18:00 ET');
  });
});

describe('the copy of a dataset', () => {
  it('is current, due for a business day, then late by days since the release', () => {
    const claims = (now: string) => state('ui_weekly_claims', { initial_claims_sa: '2026-11-07' }, now);
    expect(claims('2026-11-19T13:00:00Z')).toEqual(['current', 0]);
    expect(claims('2026-11-19T13:16:00Z')).toEqual(['due', 0]);
    expect(claims('2026-11-20T13:29:00Z')).toEqual(['due', 0]);
    expect(claims('2026-11-20T13:30:00Z')).toEqual(['late', 1]);
    expect(claims('2026-11-29T13:30:00Z')).toEqual(['late', 10]);
  });

  it('is not late over a weekend if only the last business day is missing', () => {
    const debt = (now: string) => state('us_debt', { total_public_debt_outstanding: '2026-11-19' }, now);
    expect(debt('2026-11-22T12:00:00Z')).toEqual(['current', 0]);
    expect(debt('2026-11-23T21:15:00Z')).toEqual(['due', 0]);
    expect(debt('2026-11-24T21:15:00Z')).toEqual(['late', 1]);
  });

  it('needs continued claims only a week after initial claims', () => {
    const codes = { initial_claims_sa: '2026-11-14', continued_claims_sa: '2026-11-07' };
    expect(state('ui_weekly_claims', codes, '2026-11-20T12:00:00Z')).toEqual(['current', 0]);
    const found = releaseState(
      findDataset('ui_weekly_claims'),
      new Map([
        ['initial_claims_sa', day('2026-11-14')],
        ['continued_claims_sa', day('2026-10-31')],
      ]),
      Date.parse('2026-11-20T12:00:00Z'),
    );
    expect([found.state, found.behind]).toEqual(['due', ['continued_claims_sa']]);
  });

  it('of a monthly dataset is late after a week of business days, and may come early', () => {
    const jolts = (date: string, now: string) => state('jolts', { quits_level_sa: date }, now);
    expect(jolts('2026-09-01', '2026-11-29T12:00:00Z')).toEqual(['current', 0]);
    // The latest possible day of the release is 2026-12-08.
    expect(jolts('2026-09-01', '2026-12-09T14:59:00Z')).toEqual(['due', 0]);
    expect(jolts('2026-09-01', '2026-12-09T15:00:00Z')).toEqual(['late', 1]);
    const early = releaseState(
      findDataset('jolts'),
      new Map([['quits_level_sa', day('2026-10-01')]]),
      Date.parse('2026-11-25T12:00:00Z'),
    );
    expect(early).toMatchObject({ state: 'current', expectedLast: day('2026-09-01') });
    expect(easternText(early.nextRelease ?? 0, 'about')).toBe('about Tue 2027-01-05');
  });

  it('of constituents has no schedule', () => {
    expect(state('constituents', { SP500: '2020-01-02' }, '2026-11-21T12:00:00Z')).toEqual([
      'unscheduled',
      0,
    ]);
  });
});

const moments = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2050, 0, 1) });
const datasets = fc.constantFrom(...SCHEDULED);

describe('for any time', () => {
  it('a later observation is not released before an earlier one, and none before its day is over', () => {
    fc.assert(
      fc.property(datasets, moments, (id, now) => {
        const rule = timing(id);
        const one = rule.observedOnOrBefore(Math.floor(now / DAY));
        const two = nextObserved(rule, one);
        expect(rule.observedOnOrBefore(two - 1)).toBe(one);
        // Before a Saturday holiday, Friday's debt is released with Thursday's.
        expect(releaseMoment(rule, two)).toBeGreaterThanOrEqual(releaseMoment(rule, one));
        expect(rule.releaseDay(one)).toBeGreaterThanOrEqual(one);
        expect([0, 6]).not.toContain(weekday(rule.releaseDay(one)));
      }),
    );
  });

  it('the next release is in the future, and the expected observations have been released', () => {
    fc.assert(
      fc.property(datasets, moments, (id, now) => {
        const rule = timing(id);
        expect(nextRelease(rule, now)).toBeGreaterThan(now);
        expect(releaseMoment(rule, expectedLast(rule, now))).toBeLessThanOrEqual(now);
        expect(nextRelease(rule, now)).toBe(releaseMoment(rule, nextObserved(rule, expectedLast(rule, now))));
      }),
    );
  });

  it('a complete dataset is current right after its release', () => {
    fc.assert(
      fc.property(datasets, moments, (id, now) => {
        const rule = timing(id);
        const after = nextRelease(rule, now);
        const last = expectedLast(rule, after);
        const dataset = findDataset(id);
        const days = new Map(
          dataset.series.map(({ code }) => [
            code,
            rule.observedOnOrBefore(last - extraLagDays(dataset, code)),
          ]),
        );
        expect(releaseState(findDataset(id), days, after)).toMatchObject({
          state: 'current',
          daysLate: 0,
          behind: [],
        });
      }),
    );
  });

  it('a copy without new data never becomes fresher', () => {
    const rank = { current: 0, due: 1, late: 2, unscheduled: -1 };
    fc.assert(
      fc.property(datasets, moments, fc.array(fc.nat(40 * DAY), { maxLength: 8 }), (id, now, steps) => {
        const days = new Map([['one', timing(id).observedOnOrBefore(Math.floor(now / DAY))]]);
        let before = releaseState(findDataset(id), days, now);
        for (const step of steps.sort((a, b) => a - b)) {
          const later = releaseState(findDataset(id), days, now + step);
          expect(rank[later.state]).toBeGreaterThanOrEqual(rank[before.state]);
          expect(later.daysLate).toBeGreaterThanOrEqual(before.daysLate);
          before = later;
        }
      }),
    );
  });

  it('easternTime and easternInstant are inverse', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const minute = Math.floor(now / 60_000) * 60_000;
        const { day: on, minutes } = easternTime(minute);
        // The hour that occurs twice is read as its first occurrence.
        expect([minute, minute - 3_600_000]).toContain(easternInstant(on, minutes));
      }),
    );
    expect(easternInstant(day('2026-11-01'), 90)).toBe(Date.parse('2026-11-01T05:30:00Z'));
    expect(easternInstant(day('2027-03-14'), 150)).toBe(Date.parse('2027-03-14T07:30:00Z'));
  });
});
