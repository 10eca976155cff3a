import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { cadenceText } from '../../service/series-math/frequency.ts';
import { formulaRecipe } from '../../service/view/formula-lines.ts';
import {
  asksOf,
  changeWords,
  citation,
  fileStem,
  fullTitle,
  generatedHeading,
  knownText,
  linesOf,
  linesSearch,
  linesText,
  lowestShownCadence,
  MOST_ANSWERED,
  readView,
  recipeOf,
  requestSearch,
  sharedNames,
  shortAsksOf,
  slotLetter,
  type View,
  type ViewSearch,
  viewProvenance,
} from '../../service/view/index.ts';
import { namedFormula } from '../../service/view/names.ts';
import {
  aggregatedIn,
  fittingAggregation,
  formulaCadence,
  misfitNotes,
  usedIn,
} from '../../service/view/recipes.ts';
import { column, months } from './some-columns.ts';
import { addressOf, HELD, searchOf, TODAY } from './some-source.ts';

/** The provenance of a view's numbers, as in the file beside an export, and the view's heading. */

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

it('provenance gives each drawn line’s source, load time, calculation and citation', () => {
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

it('the user’s own heading replaces the default one, and real data are not marked as sample data', () => {
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

it('the heading of many lines has each unit and frequency once, and nothing about hidden lines', () => {
  expect(generatedHeading(linesFor(SEARCH), RANGE)).toEqual({
    title:
      'Quits, level, SA; California: Initial claims, NSA and (Quits, % yr ago, average of the last 2 observations) ÷ (California: Initial claims, NSA)',
    subtitle: 'Percent change from year ago · claims · Monthly · 2024-03-30 to 2024-05-04',
  });
  expect(
    generatedHeading(linesFor({ series: 'jolts.quits_level_sa,jolts.hires_level_sa' }), RANGE, '2026-11-20'),
  ).toEqual({
    title: 'Quits and Hires, level, SA',
    subtitle: 'thousands · Monthly · 2024-03-30 to 2024-05-04 · as known on 2026-11-20',
  });
  expect(generatedHeading([], RANGE)).toEqual({ title: '', subtitle: '2024-03-30 to 2024-05-04' });
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
])('a citation has the form of FRED’s: %j', (other, text) => {
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
])('%o is summed up as %j', (changes, words) => {
  expect(changeWords(changes)).toBe(words);
});

it('a day is shown unchanged, and an instant without its seconds', () => {
  expect(knownText('2026-11-20')).toBe('2026-11-20');
  expect(knownText('2026-11-20T14:02:33.123Z')).toBe('2026-11-20 14:02 UTC');
});

/** The texts and calculations of a view: `words.md` has them for each address. `vitest -u` updates it. */

const YEAR = { from: '2024-01-01', to: '2024-12-31' };
const TILE = { from: '2024-03-15', to: '2024-06-30' };
/** Values for quits, and values for hires with zeros and a negative one. */
const A = column(
  'jolts.quits_level_sa',
  months(2024, 12),
  Array.from({ length: 12 }, (_, i) => `${i + 1}`),
);
const B = column('jolts.hires_level_sa', months(2024, 12), '0,1,0,2,-1,0,4,5,6,7,8,9'.split(','));

const emptyLines = (view: View) => {
  const ids = new Set(view.series.map(({ choice }) => seriesId(choice)));
  return linesOf(
    view,
    Array.from(ids, (id) => column(id, [], [])),
    YEAR,
  );
};
const drawn = (view: View) => emptyLines(view).filter(({ hidden }) => !hidden);
const letters = (shown: readonly { slot: number }[]) => shown.map(({ slot }) => slotLetter(slot)).join('');
const said = (...parts: unknown[]) =>
  parts
    .flat()
    .filter((part) => part !== undefined && part !== '')
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' | ');

const SECTIONS: Record<string, (view: View) => string> = {
  'Lines are called': (view) => said(emptyLines(view).map(({ title }) => title)),
  'Lines are called in full': (view) => said(emptyLines(view).map(fullTitle)),
  'A formula is called': (view) => {
    const { name, notes } = namedFormula(view, view.formulas[0]?.text ?? '');
    return said(name, notes);
  },
  'Common parts of the names': ({ series }) => {
    const { own, shared, isBefore, isFamily } = sharedNames(series);
    return said(
      own,
      shared && `${isBefore ? 'before' : 'after'} them: ${shared}`,
      isFamily ? 'a family' : '',
    );
  },
  'Lines together are called': (view) => linesText(drawn(view)),
  'A file is called': (view) => fileStem(drawn(view), YEAR, false),
  'Recipes of the series': (view) =>
    said(
      view.series.map(({ choice, style }) => {
        const { recipe, notes } = recipeOf(view, choice, style, YEAR);
        return said(recipe, notes);
      }),
    ),
  'Recipes of the formulas': (view) => said(view.formulas.map((one) => formulaRecipe(view, one, YEAR))),
  'Formulas: frequency, aggregated letters, all letters, method': (view) =>
    said(
      view.formulas.map((one) => {
        const [down, used] = [aggregatedIn(view, one), usedIn(view, one)];
        return `${cadenceText(formulaCadence(view, one))}; ${letters(down)}; ${letters(used)}; ${fittingAggregation(view, one)}`;
      }),
    ),
  'Series are shown no lower than': (view) =>
    said(view.series.map((one) => cadenceText(lowestShownCadence(view, one)))),
  'Formulas: notes on frequency and method': (view) =>
    said(view.formulas.flatMap((one) => misfitNotes(view, one))),
  'Formulas: number of values in the range, and notes': (view) => {
    const range = 'from' in view.range ? view.range : YEAR;
    const { column: drawnColumn, notes } = linesOf(view, [A, B], range).at(-1) ?? {};
    return said(drawnColumn?.days.length, notes);
  },
  'A chart asks for': (view) =>
    said(
      asksOf(view, TILE, TODAY).map(({ choice, range, asOf = '' }) =>
        `${seriesId(choice)} ${range.from} ${range.to} ${asOf}`.trim(),
      ),
    ),
  'A tile asks for days from': (view) =>
    said(shortAsksOf(view, TILE, TODAY).map(({ choice, range }) => `${seriesId(choice)} ${range.from}`)),
  'The address of the lines only': (view) => addressOf(linesSearch(view)),
  'The request of the chart': (view) => addressOf(requestSearch(view, YEAR)),
};

it('every address has the texts in `words.md`', async () => {
  let describe: ((view: View) => string) | undefined;
  const again = readFileSync(`${import.meta.dirname}/words.md`, 'utf8')
    .split('\n')
    .map((line) => {
      if (line.startsWith('## ')) {
        describe = SECTIONS[line.slice(3)];
        expect(describe, line).toBeDefined();
      }
      const [address = ''] = line.split(/ =>(?= |$)/);
      if (!/^[a-z_]+=/.test(address)) return line;
      return `${address} => ${describe?.(readView(searchOf(address), TODAY, MOST_ANSWERED).view)}`.trimEnd();
    });
  await expect(again.join('\n')).toMatchFileSnapshot('words.md');
});
