import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { knownValues } from '../../service/fred/real-time.ts';
import { BEGAN, fredApp, json, revise, valuesOf } from './fred-app.ts';

const REVISED = [
  { code: 'initial_claims_sa', date: '2025-01-11', value: '218000' },
  { code: 'initial_claims_sa', date: '2025-01-18', value: '223000' },
];

/** An app whose claims were first known on 2026-11-20 and revised on the next day; it is the 23rd. */
async function revisedApp() {
  const app = await fredApp();
  revise(app, REVISED);
  app.clock.set('2026-11-23T08:00:00.000Z');
  return app;
}

describe('real time is what was known here', () => {
  it('lists the days on which values came', async () => {
    const app = await revisedApp();
    expect((await json(app, '/fred/series/vintagedates', { series_id: 'ICSA' })).vintage_dates).toEqual([
      '2026-11-20',
      '2026-11-21',
    ]);
    expect(
      (await json(app, '/fred/series/vintagedates', { series_id: 'ICSA', sort_order: 'desc', limit: '1' }))
        .vintage_dates,
    ).toEqual(['2026-11-21']);
    expect((await json(app, '/fred/series/vintagedates', { series_id: 'T10Y2Y' })).vintage_dates).toEqual([
      BEGAN,
    ]);
  });

  it('answers a day as it was known then', async () => {
    const app = await revisedApp();
    const on = (day: string) =>
      valuesOf(app, {
        series_id: 'ICSA',
        realtime_start: day,
        realtime_end: day,
        observation_start: '2025-01-11',
      });
    expect(await on('2026-11-20')).toEqual(['2025-01-11 217000']);
    expect(await on('2026-11-21')).toEqual(['2025-01-11 218000', '2025-01-18 223000']);
    expect(await on('2026-11-23')).toEqual(await on('2026-11-22'));
    expect(
      await valuesOf(app, { series_id: 'ICSA', vintage_dates: '2026-11-20', limit: '1', sort_order: 'desc' }),
    ).toEqual(['2025-01-11 217000']);
    const { seriess } = await json(app, '/fred/series', { series_id: 'ICSA', realtime_end: '2026-11-20' });
    expect(seriess).toEqual([expect.objectContaining({ observation_end: '2025-01-11' })]);
  });

  it('answers a period with every value that was known in it, within its ends', async () => {
    const app = await revisedApp();
    const { observations, ...facts } = await json(app, '/fred/series/observations', {
      series_id: 'ICSA',
      realtime_start: '1776-07-04',
      realtime_end: '9999-12-31',
      observation_start: '2025-01-11',
    });
    expect(facts).toMatchObject({ realtime_start: '1776-07-04', realtime_end: '9999-12-31', count: 3 });
    expect(observations).toEqual([
      { realtime_start: '2026-11-20', realtime_end: '2026-11-20', date: '2025-01-11', value: '217000' },
      { realtime_start: '2026-11-21', realtime_end: '9999-12-31', date: '2025-01-11', value: '218000' },
      { realtime_start: '2026-11-21', realtime_end: '9999-12-31', date: '2025-01-18', value: '223000' },
    ]);
  });
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
