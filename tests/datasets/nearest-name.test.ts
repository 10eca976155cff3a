import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATASETS } from '../../service/datasets/index.ts';
import { adviceOnId, fredIdOf } from '../../service/datasets/nearest-choices.ts';
import { nearestName, slipsOf, suggestion } from '../../service/datasets/nearest-name.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';

const NAMES = ['import', 'export', 'refresh', 'list'];

test('the nearest name is found in any case, and a word unlike all names has none', () => {
  expect(nearestName('IMPROT', NAMES)).toBe('import');
  expect(nearestName('refrseh', NAMES)).toBe('refresh');
  expect(nearestName('quarterly', NAMES)).toBeUndefined();
  expect(nearestName('import', [])).toBeUndefined();
});

test('the caller may allow more letters to differ', () => {
  expect(nearestName('lisabc', NAMES)).toBeUndefined();
  expect(nearestName('lisabc', NAMES, 3)).toBe('list');
});

test('a suggestion has the nearest name, else all names if they are few, else no text', () => {
  expect(suggestion('exprt', NAMES)).toBe(' Did you mean export?');
  expect(suggestion('quarterly', NAMES)).toBe(' Known are: import, export, refresh, list.');
  expect(
    suggestion(
      'quarterly',
      Array.from({ length: 61 }, (_, at) => `x${at}`),
    ),
  ).toBe('');
});

/** FRED series that Almanac does not have: other frequencies, quantities, places and parts. */
const OTHERS =
  `GS10 GS1 GS3M GS30 WGS10YR WGS1MO DTB3 DTB4WK DTB6 DTB1YR TB3MS TB6MS TB4WK WTB3MS DFII5 DFII10 DFII30 FII10 WFII10
  DLTIIT T10YIE T5YIE T5YIFR T10Y2YM T10Y3MM T10YFF T1YFF T3MFF DFF FEDFUNDS SOFR DPRIME MORTGAGE30US DAAA AAA10Y THREEFY10 DGS4 DGS15
  PAYEMS UNRATE UNRATENSA U6RATE UNEMPLOY CIVPART IURSA IURNSA COVEMP CAUR CAURN CAPAYEMS CAINSUREDUR TXUR CES0500000003
  JTS1000JOL JTS2300QUR JTU3000HIL JTSJOLSO DSPI DSPIC96 RPI PINCOME W875RX1 PCE PCEPI PCEC96 PSAVERT PSAVE A067RC1 GDP GDPC1 CPIAUCSL
  WALCL WRESBAL WTREGEN TOTRESNS BOGMBASE RRPONTSYD SWPT WLRRAOL WLRRAFOIAL WSHOFDSL WSHONBIILS WLDLCL WFCDA H41RESPPALDKNWW
  RESPPALGUONWW M1SL M2SL WM2NS TOTALSL LOANS GFDEBTN GFDEGDQ188S FYGFD FYGFDPUN FDHBFIN FDHBPIN MVGFD027MNFRBDAL EXPGS EXPCH EXPMX
  BOPTEXP BOPGEXP BOPSEXP NETEXP INDPRO UMCSENT VIXCLS SP500 DEXUSEU DTWEXBGS HOUST PERMIT ICCLAIMS TREASURY CCLACBW027SBOG`.split(
    /\s+/,
  );

describe('an id', () => {
  test.each(OTHERS)('of another series, %s, is never taken for a series here', (id) => {
    for (const advice of [adviceOnId(id, fredIdOf), adviceOnId(id.toLowerCase(), seriesId)])
      expect(advice).not.toMatch(/did you mean/i);
  });

  test.each([
    [
      'GS10',
      /^ It is an average of Treasury yields.* Under "Treasury par yields" Almanac holds DGS1MO, .*T10Y3M\.$/,
    ],
    ['DTB3', /discount rate of a Treasury bill/],
    ['DFII10', /real yield/],
    ['DGS4', /^ Under "Treasury par yields" Almanac holds DGS1MO/],
    [
      'UNRATE',
      /^ It is unemployment by the survey of households, which Almanac does not hold\. Under "Weekly unemp/,
    ],
    ['GFDEBTN', /us_debt\.total_public_debt_outstanding \(no id of FRED\)/],
    ['XXICLAIMS', /CAICLAIMS, CACCLAIMS, for each state\.$/],
    ['JTS1000JOL', /JTSJOL, .* and 10 more\.$/],
    ['TB3SMFFM', /^ It is a spread/],
    ['TB1YR', /^ It is the discount rate/],
    ['BOPGEXP', /^ It is exports counted in another way/],
    ['EXP0015', /^ It is exports counted in another way/],
    ['MVGFD027MNFRBDAL', /at market value/],
    ['LNS11300000', /^ It is a figure of the survey of households,/],
    ['unemployment_rate', /^ It is unemployment by the survey of households/],
    ['ui_state_weekly_claims.jobless_rate', /^ It is unemployment by the survey of households/],
    ['JOLTS', /^ Series that match: JTSJOL \(Job openings, level, SA\); /],
  ])(
    'of a known subject, %s, leads to the series of that subject, without a claim to be the same',
    (id, advice) => {
      expect(adviceOnId(id, fredIdOf)).toMatch(advice);
    },
  );

  test.each([
    'PAYEMS',
    'FEDFUNDS',
    'UMCSENT',
    'SOFR',
    'GDPC1',
    'EXPINF10YR',
    'fed_funds_rate',
    'mortgage rates',
  ])('of an unknown subject, %s, leads to no series', (id) => {
    expect(adviceOnId(id, fredIdOf)).toBe('');
  });

  test.each([
    ['ICSB', 'ICSA'],
    ['ICAS', 'ICSA'],
    ['JTSJJOL', 'JTSJOL'],
    ['JTSJO1', 'JTSJOL'],
    ['dgs1o', 'DGS10'],
    ['DGS-10', 'DGS10'],
    ['DSG10', 'DGS10'],
    ['TXICLAMIS', 'TXICLAIMS'],
    ['WSHOMBC', 'WSHOMCB'],
  ])('with a typing error, %s, is taken for %s', (typed, right) => {
    expect(adviceOnId(typed, fredIdOf)).toBe(` Did you mean ${right}?`);
  });

  test.each([
    ['jolts.job_openings_total', /^ Under "Job openings/],
    ['jolts.openings', /^ Series that match: jolts\.job_openings_level_sa \(/],
    ['insured_rate', /^ Series that match: ui_state.*\.CA \(.*\); for each state\.$/],
  ])('in words, %s, is found by all of its words', (typed, advice) => {
    expect(adviceOnId(typed, seriesId)).toMatch(advice);
  });

  test.each([
    ['ui_state_weekly_claims.intial_claims.TX', ' Did you mean ui_state_weekly_claims.initial_claims.TX?'],
    ['ui_state_weekly_claims.initial_claims.tx', ' Did you mean ui_state_weekly_claims.initial_claims.TX?'],
    [
      'ui_state_weekly_claims.initial_claims.TK',
      /^ For a series by state, name the state: for example ui_state.*\.CA\.$/,
    ],
    ['initial_claims', /^ For a series by state, name the state: for example/],
  ])('of a state, %s, keeps its state', (typed, advice) => {
    if (typeof advice === 'string') expect(adviceOnId(typed, seriesId)).toBe(advice);
    else expect(adviceOnId(typed, seriesId)).toMatch(advice);
  });

  test.each([
    ['us_dept', 'us_debt'],
    ['us_imports', ''],
    ['us_expotrs', 'us_exports'],
    ['debt_held_by_pubic', 'debt_held_by_public'],
    ['job_opening_level_sa', 'job_openings_level_sa'],
    ['fires_level_sa', ''],
    ['job_openings_level_usa', ''],
    ['US11Y', ''],
    ['US15M', ''],
    ['initial_clams_sa_5w_avg', ''],
  ])('of words with a typing error, %s, is taken for "%s"', (typed, right) => {
    const ids = DATASETS.flatMap(({ id, series }) => [id, ...series.map(({ code }) => code)]);
    expect(slipsOf(typed, ids).join()).toBe(right);
  });
});

const IDS = DATASETS.flatMap(({ id, series }) => [
  id,
  ...series.flatMap(({ code, publisherIds }) => [
    code,
    ...publisherIds.filter(({ system }) => system === 'FRED').map((one) => one.id.replace('{ST}', 'CA')),
  ]),
]);

test('a suggestion keeps the digits and the first letter of the input, and in capitals has no more letters', () => {
  const alike = (text: string) =>
    text
      .toUpperCase()
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1')
      .match(/[A-Z0-9]/g)
      ?.join('');
  const sign = fc.constantFrom(...'ABCDEFGHJKMNPQRSTUVWXYZ23456789');
  const typing = fc.tuple(fc.constantFrom(...IDS), fc.nat(40), fc.constantFrom('', 'put', 'cut'), sign);
  fc.assert(
    fc.property(typing, ([id, at, edit, letter]) => {
      const place = at % id.length;
      const rest = id.slice(edit === 'put' ? place : place + 1);
      const typed = id.slice(0, place) + (edit === 'cut' ? '' : letter) + rest;
      const length = typed.replaceAll('_', '').length;
      for (const found of slipsOf(typed, IDS)) {
        expect(found[0]?.toUpperCase()).toBe(typed[0]?.toUpperCase());
        // DGS1O may mean DGS10.
        if (alike(found) !== alike(typed)) expect(found.match(/\d/g)).toEqual(typed.match(/\d/g));
        if (!/[a-z_]/.test(found)) {
          expect(found.length).toBeLessThanOrEqual(length);
          if (found.length < length) expect(typed).toMatch(/([A-Z])\1/);
        }
      }
    }),
    { numRuns: 3000 },
  );
});

test('two swapped letters after the first are corrected', () => {
  const long = IDS.filter((id) => id.split('_').some((part) => part.length > 4));
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.nat(40), (id, at) => {
      const part = id.split('_').find((one) => one.length > 4) ?? '';
      const place = id.indexOf(part) + 1 + (at % (part.length - 2));
      const typed = id.slice(0, place) + id[place + 1] + id[place] + id.slice(place + 2);
      fc.pre(!/\d/.test(typed.slice(place, place + 2)) && !IDS.includes(typed));
      expect(slipsOf(typed, IDS)).toContain(id);
    }),
    { numRuns: 1000 },
  );
});
