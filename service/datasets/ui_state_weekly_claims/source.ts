import { percentOfWhole } from '../../sources/exact-decimals.ts';
import { fredWhole } from '../../sources/fred-ways.ts';
import { type FetchWay, oneFile } from '../../sources/ways.ts';
import { createNoise } from '../sample.ts';
import type { ObservationsSource, SampleDays, SampleMaker, SampleSeries } from '../sources/types.ts';
import type { StateCode } from '../states.ts';
import { UI_WEEKLY_CLAIMS } from '../ui_weekly_claims/definition.ts';
import { notAdjusted } from '../ui_weekly_claims/source.ts';
import { STATE_CLAIMS, UI_STATE_WEEKLY_CLAIMS } from './definition.ts';
import { DOL_STATE_CLAIMS_CSV, DOL_STATE_CLAIMS_XML } from './dol-state-claims.ts';

const DOL_STATE_CLAIMS: FetchWay = oneFile(
  {
    source: 'Department of Labor state claims (ar539.csv)',
    url: 'https://oui.doleta.gov/unemploy/csv/ar539.csv',
    fileName: 'ar539.csv',
    content: 'csv',
    largestBytes: 128e6,
    byHand: 'https://oui.doleta.gov/unemploy/csv/ar539.csv',
  },
  { every: 'Thursday 08:30 ET', history: 'from 1986, 13 MB, whole in every file' },
);

/** Residents in thousands, about 2020 (Census). National claims are split in proportion, with noise. */
const RESIDENTS =
  `AK 733, AL 5024, AR 3012, AZ 7152, CA 39538, CO 5774, CT 3606, DC 690, DE 990, FL 21538, GA 10712, HI 1455,
  IA 3190, ID 1839, IL 12813, IN 6786, KS 2938, KY 4506, LA 4658, MA 7030, MD 6177, ME 1362, MI 10077, MN 5706, MO 6155,
  MS 2961, MT 1084, NC 10439, ND 779, NE 1962, NH 1378, NJ 9289, NM 2118, NV 3105, NY 20201, OH 11799, OK 3959, OR 4237,
  PA 13003, PR 3286, RI 1097, SC 5118, SD 887, TN 6911, TX 29146, UT 3272, VA 8631, VI 87, VT 643, WA 7705, WI 5894,
  WV 1794, WY 577`
    .split(',')
    .map((text) => text.trim().split(' '))
    .map(([area, thousands]) => ({ area: area as StateCode, thousands: Number(thousands) }));

/** Makes claims by state, not adjusted; in each week the 53 areas add up to the nation's claims. */
const makeStateClaims: SampleMaker = (daysOf) => {
  const initial = claimsOf('initial', daysOf);
  const continued = claimsOf('continued', daysOf);
  const employment = RESIDENTS.map(({ area, thousands }) =>
    employmentOf(area, thousands, daysOf(STATE_CLAIMS.covered)),
  );
  const ratesOf = (code: string, rates: (claims: readonly string[], jobs: readonly string[]) => string[]) =>
    continued.map((claims, i) => ({
      ...claims,
      code,
      values: rates(claims.values, employment[i]?.values ?? []),
    }));
  return [
    ...initial,
    ...continued,
    ...employment,
    ...ratesOf(STATE_CLAIMS.rate, averageRates),
    ...ratesOf(STATE_CLAIMS.weekRate, weekRates),
  ];
};

function claimsOf(kind: 'initial' | 'continued', daysOf: SampleDays): SampleSeries[] {
  const days = daysOf(STATE_CLAIMS[kind]);
  // Starts on the national series' first day, so that the noise is the same as in the national sample.
  const whole = daysOf(`${kind}_claims_nsa`, UI_WEEKLY_CLAIMS);
  const nation = notAdjusted(kind, whole).slice(whole.length - days.length);
  const areas = RESIDENTS.map(({ area, thousands }) => ({
    area,
    thousands,
    noise: createNoise(`ui_state_weekly_claims/${kind}/${area}`),
    values: [] as string[],
  }));
  for (const total of nation) {
    const weights = areas.map(
      ({ thousands, noise }) => thousands * Math.max(0.2, 1 + noise.drift(0.85, 0.06)),
    );
    share(total, weights).forEach((part, i) => void areas[i]?.values.push(String(part)));
  }
  return areas.map(({ area, values }) => ({ code: STATE_CLAIMS[kind], area, days, values }));
}

/** Makes covered employment: some 44 % of the residents, with a new number every 13 weeks, as in reality. */
function employmentOf(area: StateCode, thousands: number, days: readonly number[]): SampleSeries {
  const noise = createNoise(`ui_state_weekly_claims/employment/${area}`);
  let jobs = thousands * 440;
  const values = days.map((_, i) => {
    if (i % 13 === 0) jobs *= 1.002 + 0.002 * noise.bell();
    return String(Math.round(jobs));
  });
  return { code: STATE_CLAIMS.covered, area, days, values };
}

/** @returns continued claims in percent of the next week's covered employment. Both begin the same week. */
function weekRates(claims: readonly string[], jobs: readonly string[]): string[] {
  return claims.map((claim, i) => percentOfWhole(BigInt(claim), BigInt(jobs[i + 1] as string)));
}

/** @returns 13-week averages of claims in percent of covered employment, cut after two decimals. */
function averageRates(claims: readonly string[], jobs: readonly string[]): string[] {
  let running = 0;
  return claims.map((claim, i) => {
    running += Number(claim) - (i < 13 ? 0 : Number(claims[i - 13]));
    const average = Math.round(running / Math.min(13, i + 1));
    const hundredths = Math.floor((average * 10_000) / Number(jobs[i + 1]));
    return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
  });
}

/** Splits `total` into whole parts in proportion to `weights`: each part ends at the rounded running sum. */
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

export const STATE_CLAIMS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [DOL_STATE_CLAIMS, fredWhole(UI_STATE_WEEKLY_CLAIMS)] }],
  formats: [DOL_STATE_CLAIMS_CSV, DOL_STATE_CLAIMS_XML],
  notImported: [
    {
      has: /^"?st"?,"?rptdate"?,/,
      origin: 'the Department of Labor’s reports by state, other than ar539 or a part of it',
      right: 'download https://oui.doleta.gov/unemploy/csv/ar539.csv.',
    },
  ],
  sample: makeStateClaims,
  // The history begins in 1986, but 265 series of that length take half of a first start's time limit.
  sampleFrom: '2016-01-02',
};
