import { BEA_NIPA } from './publishers/bea.ts';
import { BLS_JOLTS } from './publishers/bls.ts';
import { CENSUS_COUNTRIES } from './publishers/census.ts';
import { ISHARES_IVV, SP500_LIST, STATE_STREET_SPY } from './publishers/constituents.ts';
import { DOL_CLAIMS, DOL_STATE_CLAIMS } from './publishers/dol.ts';
import { FED_H41_PACKAGE, FED_H41_ZIP } from './publishers/fed.ts';
import { FISCALDATA_DEBT } from './publishers/fiscaldata.ts';
import { fredNewest, fredWhole } from './publishers/fred.ts';
import { TREASURY_CSV, TREASURY_XML } from './publishers/treasury.ts';
import type { Source } from './types.ts';

/** Every source that a refresh takes in, in the order of the catalogue. FRED comes last, and only where the user allows it. */
export const SOURCES: readonly Source[] = [
  {
    dataset: 'ui_weekly_claims',
    ways: [DOL_CLAIMS, fredWhole('ui_weekly_claims')],
    // The XML has been seen to lag the release by three weeks.
    completedBy: fredNewest('ui_weekly_claims'),
  },
  { dataset: 'jolts', ways: [BLS_JOLTS, fredWhole('jolts')] },
  { dataset: 'ui_state_weekly_claims', ways: [DOL_STATE_CLAIMS, fredWhole('ui_state_weekly_claims')] },
  { dataset: 'personal_income_and_outlays', ways: [BEA_NIPA, fredWhole('personal_income_and_outlays')] },
  { dataset: 'us_exports', ways: [CENSUS_COUNTRIES] },
  {
    dataset: 'factors_affecting_reserve_balances',
    ways: [FED_H41_ZIP, FED_H41_PACKAGE, fredWhole('factors_affecting_reserve_balances')],
  },
  { dataset: 'us_debt', ways: [FISCALDATA_DEBT] },
  { dataset: 'yields', ways: [TREASURY_CSV, TREASURY_XML, fredWhole('yields')] },
  { dataset: 'constituents', ways: [SP500_LIST] },
  { dataset: 'constituents', ways: [ISHARES_IVV] },
  { dataset: 'constituents', ways: [STATE_STREET_SPY] },
];
