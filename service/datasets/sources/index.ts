import { CONSTITUENTS_SOURCE } from '../constituents/source.ts';
import { RESERVE_BALANCES_SOURCE } from '../factors_affecting_reserve_balances/source.ts';
import type { DatasetId } from '../index.ts';
import { JOLTS_SOURCE } from '../jolts/source.ts';
import { PERSONAL_INCOME_SOURCE } from '../personal_income_and_outlays/source.ts';
import { STATE_CLAIMS_SOURCE } from '../ui_state_weekly_claims/source.ts';
import { CLAIMS_SOURCE } from '../ui_weekly_claims/source.ts';
import { DEBT_SOURCE } from '../us_debt/source.ts';
import { EXPORTS_SOURCE } from '../us_exports/source.ts';
import { YIELDS_SOURCE } from '../yields/source.ts';
import type { DatasetSource } from './types.ts';

/** The sources of all datasets, apart from the definitions because the page must not load parsers. */
export const SOURCES: Readonly<Record<DatasetId, DatasetSource>> = {
  ui_weekly_claims: CLAIMS_SOURCE,
  jolts: JOLTS_SOURCE,
  ui_state_weekly_claims: STATE_CLAIMS_SOURCE,
  personal_income_and_outlays: PERSONAL_INCOME_SOURCE,
  us_exports: EXPORTS_SOURCE,
  factors_affecting_reserve_balances: RESERVE_BALANCES_SOURCE,
  us_debt: DEBT_SOURCE,
  yields: YIELDS_SOURCE,
  constituents: CONSTITUENTS_SOURCE,
};

/** @returns the publishers' hosts, the only ones that a refresh may contact. */
export function publisherHosts(): string[] {
  const ways = Object.values(SOURCES).flatMap(({ fetched }) =>
    fetched.flatMap(({ ways, completedBy }) => [...ways, ...(completedBy ? [completedBy] : [])]),
  );
  return [...new Set(ways.flatMap(({ hosts }) => hosts))];
}
