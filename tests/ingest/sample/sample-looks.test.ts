import { describe, expect, it } from 'vitest';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { RECESSIONS } from '../../../service/series-math/recessions.ts';
import { readSample } from './sample-folder.ts';

const { series } = await readSample();
const day = (text: string) => dayNumber(text) ?? Number.NaN;
const at = (dataset: string, code: string, date: string) => Number(series(dataset, code).get(day(date)));

describe('the look of the sample', () => {
  it('has levels near the real ones', () => {
    const near = (value: number, real: number, share: number) =>
      expect(Math.abs(value / real - 1)).toBeLessThan(share);
    near(at('ui_weekly_claims', 'initial_claims_sa', '2020-04-04'), 6_137_000, 0.1);
    near(at('ui_weekly_claims', 'initial_claims_sa', '2026-08-29'), 207_000, 0.15);
    near(at('ui_weekly_claims', 'initial_claims_nsa', '2020-04-04'), 6_161_268, 0.1);
    near(at('jolts', 'job_openings_level_sa', '2026-07-01'), 7271, 0.1);
    near(at('personal_income_and_outlays', 'total_personal_income', '2026-07-01'), 27_114_792, 0.01);
    near(at('us_exports', 'asia', '2022-06-01'), 50_319.9, 0.2);
    near(at('us_debt', 'total_public_debt_outstanding', '2026-09-25'), 40_097_178_119_750, 0.01);
    near(at('factors_affecting_reserve_balances', 'treasury_bills', '2026-09-23'), 554_373, 0.01);
    near(at('factors_affecting_reserve_balances', 'treasury_general_account', '2026-09-23'), 947_317, 0.3);
    near(at('yields', 'US10Y', '2026-10-09'), 5.24, 0.1);
  });

  it('shows the recessions: claims are higher at the trough than at the peak', () => {
    const weeks = series('ui_weekly_claims', 'initial_claims_sa_4w_avg');
    const near = (date: string) => [...weeks].find(([on]) => on >= day(date))?.[1];
    for (const { from, to } of RECESSIONS.filter((recession) => recession.from > '1967-02')) {
      expect(Number(near(to)), from).toBeGreaterThan(Number(near(from)) * 1.1);
    }
  });

  it('has a seasonal pattern before adjustment and hardly any after it', () => {
    const ratio = (code: string) => {
      const of = (from: string, to: string) => {
        const values = [...series('jolts', code)].filter(
          ([on]) => dateText(on).slice(5, 7) >= from && dateText(on).slice(5, 7) <= to,
        );
        return values.reduce((sum, [, value]) => sum + Number(value), 0) / values.length;
      };
      return of('12', '12') / of('06', '06');
    };
    expect(ratio('hires_level_nsa')).toBeLessThan(0.75);
    expect(ratio('hires_level_sa')).toBeGreaterThan(0.95);
  });

  it('has an inverted curve in the years that really had one, and only in those', () => {
    const inverted = (year: number) =>
      [...series('yields', 'US10Y')].filter(
        ([on, value]) =>
          dateText(on).startsWith(`${year}-`) && Number(series('yields', 'US2Y').get(on)) > Number(value),
      ).length;
    for (const year of [2000, 2006, 2023]) expect(inverted(year)).toBeGreaterThan(60);
    for (const year of [1993, 2003, 2010, 2014, 2017, 2021]) expect(inverted(year)).toBe(0);
  });
});
