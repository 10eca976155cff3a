import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { FRED_SERIES, knownValues } from '../../service/fred/fred-series.ts';
import { economic } from '../api/folder.ts';
import { fredApp, json, revise, valuesOf } from './fred-app.ts';

const RANGE = { date_from: '1900-01-01', date_to: '2026-11-20' };

it('pages of any size are the whole, each observation once', async () => {
  const app = await fredApp();
  const query = fc.record({
    series_id: fc.constantFrom('ICSA', 'JTSQUR', 'T10Y2Y', 'DGS10', 'PI'),
    units: fc.constantFrom('lin', 'chg', 'ch1'),
    sort_order: fc.constantFrom('asc', 'desc'),
    frequency: fc.constantFrom(undefined, 'q', 'a'),
  });
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 12 }), async ({ frequency, ...rest }, limit) => {
      app.clock.forward(60_000);
      const asked = { ...rest, ...(frequency && { frequency }) };
      const whole = await valuesOf(app, asked);
      const pages: string[] = [];
      for (let offset = 0; offset <= whole.length; offset += limit) {
        const paged = { ...asked, limit: String(limit), offset: String(offset) };
        const page = await json(app, '/fred/series/observations', paged);
        expect(page.count).toBe(whole.length);
        pages.push(...page.observations.map(({ date, value }) => `${date} ${value}`));
      }
      expect(pages).toEqual(whole);
    }),
    // Each asks up to 30 times, and a key may ask 100 times a minute.
    { numRuns: 25 },
  );
});

it('what has a value has the one that the API tells, now and as of a day', async () => {
  const app = await fredApp();
  revise(app, [{ code: 'initial_claims_sa', date: '2025-01-04', value: '204000' }]);
  app.clock.set('2026-11-24T00:00:00.000Z');
  const units = fc.constantFrom('lin', 'chg', 'pch', 'pc1', 'pca', 'cch', 'log');
  const frequency = fc.constantFrom(undefined, 'm', 'q');
  const day = fc.constantFrom(undefined, '2026-11-20', '2026-11-21', '2026-11-23');
  await fc.assert(
    fc.asyncProperty(units, frequency, day, async (units, frequency, day) => {
      app.clock.forward(60_000);
      const derived = { units, ...(frequency && { frequency, aggregation_method: 'avg' }) };
      const path = economic('ui_weekly_claims', {
        ...RANGE,
        ...derived,
        series: 'initial_claims_sa',
        ...(day && { as_of: day }),
        format: 'csv',
      });
      const csv = await app.get(path, { 'x-api-key': app.key });
      const there = csv.text
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.replace(/,.*,/, ' '));
      const realTime = day ? { realtime_start: day, realtime_end: day } : {};
      const here = await valuesOf(app, { series_id: 'ICSA', ...derived, ...realTime });
      expect(here.filter((row) => !row.endsWith(' .'))).toEqual(there);
    }),
    { numRuns: 30 },
  );
});

it('on each day exactly one value is known: the last stored of those seen by then, whatever the clock did', () => {
  const seen = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(seen, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: -1, max: 9 }),
      (days, on) => {
        const values = days.flatMap((runs, day) =>
          runs.map((run, i) => ({ day, value: `${day}.${i}`, seen: `${dateText(run)}T01:00:00.000Z` })),
        );
        const known = knownValues(values);
        const then = days.map((_, day) =>
          known.filter((one) => one.day === day && one.start <= on && on < one.end).map(({ value }) => value),
        );
        expect(then).toEqual(
          days.map((runs, day) => {
            const last = runs.findLastIndex((run) => run <= on);
            return last < 0 ? [] : [`${day}.${last}`];
          }),
        );
      },
    ),
  );
});

it('an id is of one series, and each state has its own', () => {
  const ids = FRED_SERIES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[A-Z][A-Z0-9]+$/.test(id))).toEqual([]);
});
