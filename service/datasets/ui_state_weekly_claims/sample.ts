import { percentOfWhole } from '../../sources/exact-decimals.ts';
import { createNoise } from '../sample/noise.ts';
import type { SampleDays, SampleMaker, SampleSeries } from '../sample/types.ts';
import { STATES, type StateCode } from '../states.ts';
import { UI_WEEKLY_CLAIMS } from '../ui_weekly_claims/definition.ts';
import { notAdjusted } from '../ui_weekly_claims/sample.ts';

/** Residents in thousands, about 2020 (Census). The nation's claims are shared out in proportion to them, with some noise for each state. */
const RESIDENTS: Record<StateCode, number> = {
  AK: 733,
  AL: 5024,
  AR: 3012,
  AZ: 7152,
  CA: 39538,
  CO: 5774,
  CT: 3606,
  DC: 690,
  DE: 990,
  FL: 21538,
  GA: 10712,
  HI: 1455,
  IA: 3190,
  ID: 1839,
  IL: 12813,
  IN: 6786,
  KS: 2938,
  KY: 4506,
  LA: 4658,
  MA: 7030,
  MD: 6177,
  ME: 1362,
  MI: 10077,
  MN: 5706,
  MO: 6155,
  MS: 2961,
  MT: 1084,
  NC: 10439,
  ND: 779,
  NE: 1962,
  NH: 1378,
  NJ: 9289,
  NM: 2118,
  NV: 3105,
  NY: 20201,
  OH: 11799,
  OK: 3959,
  OR: 4237,
  PA: 13003,
  PR: 3286,
  RI: 1097,
  SC: 5118,
  SD: 887,
  TN: 6911,
  TX: 29146,
  UT: 3272,
  VA: 8631,
  VI: 87,
  VT: 643,
  WA: 7705,
  WI: 5894,
  WV: 1794,
  WY: 577,
};
const AREAS = Object.keys(STATES) as StateCode[];

/** Claims by state, not adjusted. In each week the 53 areas add up to the nation's claims, as the real ones do. */
export const makeStateClaims: SampleMaker = (daysOf) => {
  const claims = (['initial', 'continued'] as const).flatMap((kind) => claimsOf(kind, daysOf));
  const continued = claims.filter(({ code }) => code === 'continued_claims');
  const employment = AREAS.map((area) => employmentOf(area, daysOf('covered_employment')));
  const ratesOf = (rateOf: typeof averageRateOf) =>
    AREAS.map((area, i) => rateOf(area, employment[i]?.values ?? [], continued[i]));
  return [...claims, ...employment, ...ratesOf(averageRateOf), ...ratesOf(weekRateOf)];
};

function claimsOf(kind: 'initial' | 'continued', daysOf: SampleDays): SampleSeries[] {
  const days = daysOf(`${kind}_claims`);
  // From the first day of the nation's series, so that its noise is the same as in the sample of the nation.
  const whole = daysOf(`${kind}_claims_nsa`, UI_WEEKLY_CLAIMS);
  const nation = notAdjusted(kind, whole).slice(whole.length - days.length);
  const noises = AREAS.map((area) => createNoise(`ui_state_weekly_claims/${kind}/${area}`));
  const values: string[][] = AREAS.map(() => []);
  for (const total of nation) {
    const weights = AREAS.map(
      (area, i) => RESIDENTS[area] * Math.max(0.2, 1 + (noises[i]?.drift(0.85, 0.06) ?? 0)),
    );
    share(total, weights).forEach((part, i) => void values[i]?.push(String(part)));
  }
  return AREAS.map((area, i) => ({ code: `${kind}_claims`, area, days, values: values[i] ?? [] }));
}

/** Persons: some 44 % of the residents, another number each 13 weeks, as the real ones have. */
function employmentOf(area: StateCode, days: readonly number[]): SampleSeries {
  const noise = createNoise(`ui_state_weekly_claims/employment/${area}`);
  let jobs = RESIDENTS[area] * 440;
  const values = days.map((_, i) => {
    if (i % 13 === 0) jobs *= 1.002 + 0.002 * noise.bell();
    return String(Math.round(jobs));
  });
  return { code: 'covered_employment', area, days, values };
}

/** Continued claims in percent of the covered employment of the week after. Both begin in the same week. */
function weekRateOf(area: StateCode, jobs: readonly string[], continued: SampleSeries | undefined) {
  const { days = [], values: claims = [] } = continued ?? {};
  const values = claims.map((claim, i) => percentOfWhole(BigInt(claim), BigInt(jobs[i + 1] as string)));
  return { code: 'insured_unemployment_rate_week', area, days, values };
}

/**
 * Continued claims, their average of up to 13 weeks, in percent of the covered employment of the week after, cut after two decimals.
 */
function averageRateOf(area: StateCode, jobs: readonly string[], continued: SampleSeries | undefined) {
  const { days = [], values: claims = [] } = continued ?? {};
  let running = 0;
  const values = claims.map((claim, i) => {
    running += Number(claim) - (i < 13 ? 0 : Number(claims[i - 13]));
    const average = Math.round(running / Math.min(13, i + 1));
    const hundredths = Math.floor((average * 10_000) / Number(jobs[i + 1]));
    return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
  });
  return { code: 'insured_unemployment_rate', area, days, values };
}

/** @returns whole parts of `total` in proportion to `weights` that add up to it: each part ends at the rounded running sum. */
function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let running = 0;
  let given = 0;
  return weights.map((weight, i) => {
    running += weight;
    const end = i === weights.length - 1 ? total : Math.round((total * running) / sum);
    const part = end - given;
    given = end;
    return part;
  });
}
