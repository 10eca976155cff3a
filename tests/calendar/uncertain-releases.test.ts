import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBusinessDay } from '../../service/calendar/business-days.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import {
  businessDaysAfter,
  nextObserved,
  type Released,
  releaseMoment,
  releaseState,
  releaseTiming,
} from '../../service/calendar/releases.ts';
import { DATASETS, findDataset } from '../../service/datasets/index.ts';

const DAY = 86_400_000;
const PERSONAL_INCOME = findDataset('personal_income_and_outlays');
const day = (text: string) => dayNumber(text) ?? Number.NaN;

function timing(dataset: Released) {
  const found = releaseTiming(dataset);
  if (!found) throw new Error('no schedule');
  return found;
}

const moments = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2050, 0, 1) });
const datasets = fc.constantFrom(...DATASETS.filter(releaseTiming).map(({ id }) => id));

describe('a release without an exact day', () => {
  // Months of personal income with their release days, including those after the shutdown.
  const published = [
    ['2024-10-01', '2024-11-27'],
    ['2024-11-01', '2024-12-20'],
    ['2024-12-01', '2025-01-31'],
    ['2025-01-01', '2025-02-28'],
    ['2025-02-01', '2025-03-28'],
    ['2025-03-01', '2025-04-30'],
    ['2025-04-01', '2025-05-30'],
    ['2025-05-01', '2025-06-27'],
    ['2025-06-01', '2025-07-31'],
    ['2025-07-01', '2025-08-29'],
    ['2025-08-01', '2025-09-26'],
    ['2025-11-01', '2026-01-22'],
    ['2025-12-01', '2026-02-20'],
    ['2026-01-01', '2026-03-13'],
    ['2026-02-01', '2026-04-09'],
    ['2026-03-01', '2026-04-30'],
    ['2026-04-01', '2026-05-28'],
    ['2026-05-01', '2026-06-25'],
    ['2026-06-01', '2026-07-30'],
    ['2026-07-01', '2026-08-26'],
    ['2026-08-01', '2026-09-30'],
    ['2026-09-01', '2026-10-29'],
    ['2026-10-01', '2026-11-25'],
  ] as const;

  it.each(published)(
    'of %s on %s is in the week of the rule, and a copy without it is due, not late',
    (month, on) => {
      const rule = timing(PERSONAL_INCOME);
      const last = rule.releaseDay(day(month));
      expect(last - day(on)).toBeGreaterThanOrEqual(0);
      expect(last - day(on)).toBeLessThanOrEqual(rule.earliestDays);
      const before = dateText(rule.observedOnOrBefore(day(month) - 1));
      const copy = (at: string) =>
        releaseState(PERSONAL_INCOME, new Map([['total_personal_income', day(before)]]), Date.parse(at))
          .state;
      expect(copy(`${on}T15:00:00Z`)).toBe('due');
    },
  );

  it('is never estimated for a holiday or a weekend, even if its file comes days after the release', () => {
    fc.assert(
      fc.property(datasets, moments, fc.integer({ min: 0, max: 40 }), (id, now, lag) => {
        const rule = releaseTiming(findDataset(id), lag);
        if (!rule || rule.dayIs === 'exact') return;
        expect(isBusinessDay(rule.releaseDay(rule.observedOnOrBefore(Math.floor(now / DAY))))).toBe(true);
      }),
    );
  });

  it('makes no copy late, and is not expected, before the latest day is over', () => {
    fc.assert(
      fc.property(datasets, moments, fc.nat(60 * DAY), (id, now, step) => {
        const rule = timing(findDataset(id));
        const held = rule.observedOnOrBefore(Math.floor(now / DAY));
        const found = releaseState(findDataset(id), new Map([['one', held]]), now + step);
        const latest = businessDaysAfter(
          releaseMoment(rule, nextObserved(rule, held)),
          rule.latestBusinessDays,
        );
        if (found.state === 'late') expect(now + step).toBeGreaterThanOrEqual(businessDaysAfter(latest, 1));
        expect(found.behind.length > 0).toBe(now + step >= latest);
        expect((found.expectedLast ?? 0) > held).toBe(now + step >= latest);
      }),
    );
  });
});
