import { expect, it } from 'vitest';
import {
  changeWords,
  citation,
  knownText,
  linesOf,
  madeHeading,
  readView,
  type ViewSearch,
  viewProvenance,
} from '../../service/view/index.ts';
import { HELD, TODAY } from './some-source.ts';

/** Where the numbers of a view come from, as the file beside an export says it, and its heading. */

const RANGE = { from: '2024-03-30', to: '2024-05-04' };
const SEARCH = {
  series: 'jolts.quits_level_sa:pc1:ma2,ui_state_weekly_claims.initial_claims.CA:m,yields.US10Y:hidden',
  formulas: 'a/b,c*2:hidden',
};
const linesFor = (search: ViewSearch) => linesOf(readView(search, TODAY).view, [...HELD.values()], RANGE);
const held = (dataset: string) =>
  ({
    jolts: { origin: 'sample', last_update: '2026-11-19T23:59:59.000Z' },
    yields: { origin: 'import', last_update: '2026-11-18T00:00:00.000Z' },
  })[dataset];
const ABOUT = { now: '2026-11-21T08:30:00.000Z', version: '1.2.3' };

it('says of each drawn line its source, when it was loaded, what was made of it, and how to cite it', () => {
  expect(viewProvenance(linesFor(SEARCH), RANGE, held, ABOUT)).toEqual({
    title:
      'Quits, level, SA; California: Initial claims, NSA and (Quits, % yr ago, average of the last 2 observations) ÷ (California: Initial claims, NSA)',
    subtitle: 'Percent change from year ago · claims · Monthly · 2024-03-30 to 2024-05-04',
    created: '2026-11-21T08:30:00.000Z',
    app: 'Almanac 1.2.3',
    range: { from: '2024-03-30', to: '2024-05-04' },
    is_sample: true,
    lines: [
      {
        id: 'jolts.quits_level_sa',
        title: 'Quits, level, seasonally adjusted',
        code: 'jolts.quits_level_sa',
        formula: null,
        publisher: 'US Bureau of Labor Statistics',
        source: 'https://www.bls.gov/jlt/',
        origin: 'sample',
        loaded: '2026-11-19T23:59:59.000Z',
        units: 'Percent change from year ago, average of the last 2 observations',
        unit: '%',
        frequency: 'Monthly',
        notes: [],
        citation:
          'US Bureau of Labor Statistics, Quits, level, seasonally adjusted [jolts.quits_level_sa], retrieved from Almanac 1.2.3, data loaded 2026-11-19; November 21, 2026.',
      },
      {
        id: 'ui_state_weekly_claims.initial_claims.CA',
        title: 'California: Initial claims, not seasonally adjusted',
        code: 'ui_state_weekly_claims.initial_claims.CA',
        formula: null,
        publisher: 'US Department of Labor, Employment and Training Administration',
        source: 'https://oui.doleta.gov/unemploy/DataDownloads.asp',
        origin: null,
        loaded: null,
        units: 'Levels',
        unit: 'claims',
        frequency: 'Monthly',
        notes: ['Monthly: the average of weekly observations.'],
        citation:
          'US Department of Labor, Employment and Training Administration, California: Initial claims, not seasonally adjusted [ui_state_weekly_claims.initial_claims.CA], retrieved from Almanac 1.2.3; November 21, 2026.',
      },
      {
        id: '=a/b',
        title: '(Quits, % yr ago, average of the last 2 observations) ÷ (California: Initial claims, NSA)',
        code: null,
        formula: 'a/b',
        publisher: null,
        source: null,
        origin: null,
        loaded: null,
        units: 'Formula',
        unit: '',
        frequency: 'Monthly',
        notes: [],
        citation:
          '(Quits, % yr ago, average of the last 2 observations) ÷ (California: Initial claims, NSA) [=a/b], retrieved from Almanac 1.2.3; November 21, 2026.',
      },
    ],
  });
});

it('has the user’s own words in place of those that are made, and the data of sources that are no sample', () => {
  const about = { ...ABOUT, heading: { subtitle: 'Mine' }, asOf: '2026-11-20T14:02:33Z' };
  const { title, subtitle, is_sample } = viewProvenance(
    linesFor({ series: 'yields.US10Y' }),
    RANGE,
    held,
    about,
  );
  expect([title, subtitle, is_sample]).toEqual(['Treasury par yield, 10-year', 'Mine', false]);
  const titled = viewProvenance(linesFor({ series: 'yields.US10Y' }), RANGE, held, {
    ...about,
    heading: { title: 'T' },
  });
  expect([titled.title, titled.subtitle]).toEqual([
    'T',
    '% · Daily · 2024-03-30 to 2024-05-04 · as known on 2026-11-20 14:02 UTC',
  ]);
});

it('has in a heading of many lines each unit and frequency once, and nothing of hidden lines', () => {
  expect(madeHeading(linesFor(SEARCH), RANGE)).toEqual({
    title:
      'Quits, level, SA; California: Initial claims, NSA and (Quits, % yr ago, average of the last 2 observations) ÷ (California: Initial claims, NSA)',
    subtitle: 'Percent change from year ago · claims · Monthly · 2024-03-30 to 2024-05-04',
  });
  expect(
    madeHeading(linesFor({ series: 'jolts.quits_level_sa,jolts.hires_level_sa' }), RANGE, '2026-11-20'),
  ).toEqual({
    title: 'Quits and Hires, level, SA',
    subtitle: 'thousands · Monthly · 2024-03-30 to 2024-05-04 · as known on 2026-11-20',
  });
  expect(madeHeading([], RANGE)).toEqual({ title: '', subtitle: '2024-03-30 to 2024-05-04' });
});

it.each([
  [
    {},
    'BLS, Quits, level [jolts.quits_level_sa], retrieved from Almanac 1.2.3, data loaded 2026-11-20; November 21, 2026.',
  ],
  [
    { publisher: undefined },
    'Quits, level [jolts.quits_level_sa], retrieved from Almanac 1.2.3, data loaded 2026-11-20; November 21, 2026.',
  ],
  [
    { loaded: null },
    'BLS, Quits, level [jolts.quits_level_sa], retrieved from Almanac 1.2.3; November 21, 2026.',
  ],
  [
    { now: '2026-01-02T23:59:59.999Z' },
    'BLS, Quits, level [jolts.quits_level_sa], retrieved from Almanac 1.2.3, data loaded 2026-11-20; January 2, 2026.',
  ],
  [
    { now: '2026-12-31T00:00:00.000Z' },
    'BLS, Quits, level [jolts.quits_level_sa], retrieved from Almanac 1.2.3, data loaded 2026-11-20; December 31, 2026.',
  ],
])('cites as FRED does: %j', (other, text) => {
  const of = {
    publisher: 'BLS',
    title: 'Quits, level',
    id: 'jolts.quits_level_sa',
    loaded: '2026-11-20T01:02:03Z',
    ...ABOUT,
  };
  expect(citation({ ...of, ...other })).toEqual(text);
});

it.each([
  [{ revised: 4, added: 12, gone: 3, total: 1305 }, '4 of 1,305 revised, 12 new, 3 gone'],
  [{ revised: 1, added: 0, gone: 0, total: 1 }, '1 of 1 revised'],
  [{ revised: 0, added: 1, gone: 0, total: 9 }, '1 new'],
  [{ revised: 1305, added: 1012, gone: 0, total: 2000 }, '1,305 of 2,000 revised, 1,012 new'],
  [{ revised: 0, added: 0, gone: 1234, total: 9 }, '1,234 gone'],
  [{ revised: 0, added: 0, gone: 0, total: 9 }, ''],
])('%o is said as %j', (changes, words) => {
  expect(changeWords(changes)).toBe(words);
});

it('says a day as it is, and an instant without its seconds', () => {
  expect(knownText('2026-11-20')).toBe('2026-11-20');
  expect(knownText('2026-11-20T14:02:33.123Z')).toBe('2026-11-20 14:02 UTC');
});
