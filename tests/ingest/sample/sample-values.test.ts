import { describe, expect, it } from 'vitest';
import { STATES } from '../../../service/datasets/states.ts';
import { isValueText } from '../../../service/series-math/decimal-text.ts';
import { readSample } from './sample-folder.ts';

const { all, constituents, series } = await readSample();

describe('values of the sample', () => {
  const FORMS: Record<string, RegExp> = {
    ui_weekly_claims: /^\d+$/,
    ui_state_weekly_claims: /^\d+$/,
    insured_unemployment_rate: /^\d+\.\d{2}$/,
    insured_unemployment_rate_week: /^\d+\.\d{2}$/,
    personal_income_and_outlays: /^\d+$/,
    us_exports: /^\d+\.\d{6}$/,
    factors_affecting_reserve_balances: /^\d+$/,
    us_debt: /^\d+\.\d{2}$/,
    yields: /^\d+\.\d{2}$/,
  };

  it('are plain numbers in the publisher’s notation', () => {
    for (const [dataset, values] of all) {
      for (const [code, days] of values) {
        const form =
          FORMS[code.split(' ')[0] ?? ''] ??
          FORMS[dataset] ??
          (code.includes('_level_') ? /^\d+$/ : /^\d+\.\d$/);
        const wrong = [...days.values()].filter((value) => !isValueText(value) || !form.test(value));
        expect(wrong, `${dataset}/${code}`).toEqual([]);
      }
    }
    for (const code of ['initial_claims_sa', 'continued_claims_sa']) {
      for (const value of series('ui_weekly_claims', code).values()) expect(Number(value) % 1000).toBe(0);
    }
  });

  it('of debt add up to the cent', () => {
    const cents = (text: string | undefined) => BigInt((text ?? '').replace('.', ''));
    const [held, inside] = [
      series('us_debt', 'debt_held_by_public'),
      series('us_debt', 'intragovernmental_holdings'),
    ];
    const total = series('us_debt', 'total_public_debt_outstanding');
    expect(held.size).toBeGreaterThan(5000);
    for (const [on, value] of held) expect(cents(total.get(on))).toBe(cents(value) + cents(inside.get(on)));
  });

  it('of Treasury securities add up to their total', () => {
    const of = (code: string) => series('factors_affecting_reserve_balances', code);
    const parts = [
      'treasury_bills',
      'treasury_notes_bonds_nominal',
      'treasury_notes_bonds_inflation_indexed',
      'treasury_inflation_compensation',
    ];
    for (const [on, value] of of('treasury_securities_total')) {
      expect(Number(value)).toBe(parts.reduce((sum, code) => sum + Number(of(code).get(on)), 0));
    }
  });

  it('of 4-week averages are the averages of four weeks', () => {
    for (const kind of ['initial', 'continued']) {
      const weeks = series('ui_weekly_claims', `${kind}_claims_sa`);
      for (const [on, value] of series('ui_weekly_claims', `${kind}_claims_sa_4w_avg`)) {
        const four = [0, 7, 14, 21].map((back) => Number(weeks.get(on - back)));
        expect(Number(value)).toBe(four.reduce((sum, week) => sum + week, 0) / 4);
      }
    }
  });

  it('of the states add up to the nation’s', () => {
    for (const kind of ['initial', 'continued']) {
      const nation = series('ui_weekly_claims', `${kind}_claims_nsa`);
      const states = Object.keys(STATES).map((area) =>
        series('ui_state_weekly_claims', `${kind}_claims ${area}`),
      );
      for (const on of states[0]?.keys() ?? []) {
        expect(states.reduce((sum, state) => sum + Number(state.get(on)), 0)).toBe(Number(nation.get(on)));
      }
    }
  });

  it('of insured unemployment rates are claims of 13 weeks or one, in percent of covered employment', () => {
    for (const area of Object.keys(STATES)) {
      const of = (code: string) => series('ui_state_weekly_claims', `${code} ${area}`);
      const [rates, continued, jobs] = [
        of('insured_unemployment_rate'),
        of('continued_claims'),
        of('covered_employment'),
      ];
      expect([...rates.keys()]).toEqual([...continued.keys()]);
      const days = [...rates.keys()];
      for (const at of [12, 100, days.length - 1]) {
        const week = days[at] ?? 0;
        const thirteen = days
          .slice(at - 12, at + 1)
          .reduce((sum, day) => sum + Number(continued.get(day)), 0);
        const rate = (100 * thirteen) / 13 / Number(jobs.get(week + 7));
        expect(Math.abs(Number(rates.get(week)) - rate + 0.005)).toBeLessThan(0.006);
        const own = (100 * Number(continued.get(week))) / Number(jobs.get(week + 7));
        expect(Math.abs(Number(of('insured_unemployment_rate_week').get(week)) - own)).toBeLessThan(0.0051);
      }
    }
  });

  it('of separations are the sum of their parts, and rates follow levels', () => {
    for (const adjustment of ['sa', 'nsa']) {
      const of = (metric: string, kind = 'level') => series('jolts', `${metric}_${kind}_${adjustment}`);
      for (const [on, total] of of('total_separations')) {
        const parts = ['quits', 'layoffs_discharges', 'other_separations'].map((metric) =>
          Number(of(metric).get(on)),
        );
        expect(Number(total)).toBe(parts.reduce((sum, part) => sum + part, 0));
        // One level and its rate give the employment; the other rates must agree with it to one decimal.
        const employed = Number(total) / Number(of('total_separations', 'rate').get(on));
        for (const metric of ['hires', 'quits']) {
          const rate = Number(of(metric, 'rate').get(on));
          expect(Math.abs(Number(of(metric).get(on)) / employed - rate)).toBeLessThan(0.06 + rate * 0.02);
        }
      }
    }
  });

  it('of constituents add up to 100.00 and cannot be taken for real companies', () => {
    expect(constituents).toHaveLength(500);
    expect(constituents.reduce((sum, { weight }) => sum + Number(weight.replace('.', '')), 0)).toBe(10_000);
    expect(new Set(constituents.map(({ ticker }) => ticker)).size).toBe(500);
    expect(new Set(constituents.map(({ name }) => name)).size).toBe(500);
    expect(new Set(constituents.map(({ sector }) => sector)).size).toBe(11);
    for (const { ticker, name, weight, as_of } of constituents) {
      expect(ticker).toMatch(/^SMPL\d{3}$/);
      expect(name).toMatch(/ \(made up\)$/);
      expect(weight).toMatch(/^\d+\.\d{2}$/);
      expect(Number(weight)).toBeGreaterThan(0);
      expect(as_of).toBe('2026-11-19');
    }
  });
});
