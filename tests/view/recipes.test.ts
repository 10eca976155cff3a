import { expect, it } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { formulaRecipe } from '../../service/view/formula-lines.ts';
import { readView, type ViewSearch } from '../../service/view/index.ts';
import {
  aggregatedIn,
  formulaCadence,
  formulaWay,
  indexStart,
  isPlain,
  lowestShownCadence,
  ownCadence,
  recipeOf,
  unitsName,
  usedIn,
  wayDown,
} from '../../service/view/recipes.ts';
import { TODAY } from './some-source.ts';

/** What is made of each line, and how formulas bring lines together. */

const RANGE = { from: '2024-01-01', to: '2024-12-31' };
const day = (text: string) => dayNumber(text) as number;
const viewOf = (search: ViewSearch) => readView(search, TODAY).view;
const QUITS = 'jolts.quits_level_sa';
const CLAIMS = 'ui_weekly_claims.initial_claims_sa';
const SPREAD = 'yields.US10Y_US2Y';
const LOANS = 'factors_affecting_reserve_balances.loans';
const INCOME = 'personal_income_and_outlays.total_personal_income';

it.each<[ViewSearch, unknown]>([
  [{ series: QUITS }, { from: { frequency: 'm' }, recipe: { units: 'lin' }, units: 'lin', notes: [] }],
  [
    { series: QUITS, units: 'pc1', average: '4', frequency: 'q', aggregation: 'avg' },
    {
      from: { frequency: 'm' },
      recipe: { units: 'pc1', average: 4, to: { cadence: { frequency: 'q' }, method: 'avg' } },
      units: 'pc1',
      notes: ['Quarterly: the average of monthly observations.'],
    },
  ],
  [
    { series: `${QUITS}:chg:ma1:own`, units: 'pc1', average: '4', frequency: 'q', aggregation: 'avg' },
    { from: { frequency: 'm' }, recipe: { units: 'chg' }, units: 'chg', notes: [] },
  ],
  [
    { series: `${QUITS}:q:usual:ma2`, average: '4', aggregation: 'avg' },
    {
      from: { frequency: 'm' },
      recipe: { units: 'lin', average: 2, to: { cadence: { frequency: 'q' }, method: 'sum' } },
      units: 'lin',
      notes: ['Quarterly: the sum of monthly observations.'],
    },
  ],
  [
    { series: QUITS, units: 'nbd' },
    { from: { frequency: 'm' }, recipe: { units: 'nbd', indexFrom: 19723 }, units: 'nbd', notes: [] },
  ],
  [
    { series: QUITS, units: 'nbd', index_date: '2020-01-15' },
    { from: { frequency: 'm' }, recipe: { units: 'nbd', indexDay: 18276 }, units: 'nbd', notes: [] },
  ],
  [
    { series: `${QUITS}:2021-02-03`, units: 'nbd', index_date: '2020-01-15' },
    { from: { frequency: 'm' }, recipe: { units: 'nbd', indexDay: 18661 }, units: 'nbd', notes: [] },
  ],
  [
    { series: `${QUITS}:lin:2021-02-03`, units: 'nbd', index_date: '2020-01-15' },
    { from: { frequency: 'm' }, recipe: { units: 'lin' }, units: 'lin', notes: [] },
  ],
  [
    { series: `${SPREAD}:nbd` },
    {
      from: { frequency: 'd' },
      recipe: { units: 'lin' },
      units: 'lin',
      notes: [
        'Index (date = 100) means nothing for a spread, which can be zero or negative: levels are shown.',
      ],
    },
  ],
  [
    { series: SPREAD, units: 'log', frequency: 'wew' },
    {
      from: { frequency: 'd' },
      recipe: { units: 'lin', to: { cadence: { frequency: 'w', weekEnd: 3 }, method: 'avg' } },
      units: 'lin',
      notes: [
        'Natural log means nothing for a spread, which can be zero or negative: levels are shown.',
        'Weekly, ending Wednesday: the average of daily observations.',
      ],
    },
  ],
  [
    { series: `${QUITS}:d` },
    {
      from: { frequency: 'm' },
      recipe: { units: 'lin' },
      units: 'lin',
      notes: ['It stays monthly: there is nothing more frequent.'],
    },
  ],
  [{ series: `${QUITS}:m` }, { from: { frequency: 'm' }, recipe: { units: 'lin' }, units: 'lin', notes: [] }],
  [
    { series: `${CLAIMS}:wesu` },
    {
      from: { frequency: 'w', weekEnd: 6 },
      recipe: { units: 'lin' },
      units: 'lin',
      notes: ['It stays weekly, ending Saturday: other weeks cannot be made of these.'],
    },
  ],
  [
    { series: `${CLAIMS}:w` },
    { from: { frequency: 'w', weekEnd: 6 }, recipe: { units: 'lin' }, units: 'lin', notes: [] },
  ],
  [
    { series: `${CLAIMS}:wesa` },
    { from: { frequency: 'w', weekEnd: 6 }, recipe: { units: 'lin' }, units: 'lin', notes: [] },
  ],
  [
    { series: `${LOANS}:m` },
    {
      from: { frequency: 'w', weekEnd: 3, isLevel: true },
      recipe: { units: 'lin', to: { cadence: { frequency: 'm' }, method: 'eop' } },
      units: 'lin',
      notes: ['Monthly: the last value of weekly observations.'],
    },
  ],
  [
    { series: INCOME, frequency: 'a', aggregation: 'sum' },
    {
      from: { frequency: 'm' },
      recipe: { units: 'lin', to: { cadence: { frequency: 'a' }, method: 'avg' } },
      units: 'lin',
      notes: [
        'Annual: the average of monthly observations.',
        'Sum means nothing for millions of US dollars at an annual rate: the average is shown.',
      ],
    },
  ],
  [
    { series: 'yields.US10Y:m:sum' },
    {
      from: { frequency: 'd' },
      recipe: { units: 'lin', to: { cadence: { frequency: 'm' }, method: 'avg' } },
      units: 'lin',
      notes: [
        'Monthly: the average of daily observations.',
        'Sum means nothing for percent per year: the average is shown.',
      ],
    },
  ],
  [
    { series: 'us_exports.asia:q:eop' },
    {
      from: { frequency: 'm' },
      recipe: { units: 'lin', to: { cadence: { frequency: 'q' }, method: 'eop' } },
      units: 'lin',
      notes: ['Quarterly: the last value of monthly observations.'],
    },
  ],
])('of %j is made', (search, made) => {
  const view = viewOf(search);
  const [shown] = view.series;
  expect(shown && recipeOf(view, shown.choice, shown.style, RANGE)).toEqual(made);
});

it('nothing is done to a series as published, and something to any other', () => {
  const plain = (search: ViewSearch) => {
    const view = viewOf(search);
    return view.series.map(({ choice, style }) => isPlain(recipeOf(view, choice, style, RANGE)));
  };
  expect(
    plain({ series: `${QUITS},${QUITS}:ma2,${QUITS}:ma1,${QUITS}:q,${QUITS}:m,${QUITS}:log,${SPREAD}:log` }),
  ).toEqual([true, false, true, false, true, false, true]);
});

it('of a formula is made what it says itself', () => {
  const of = (search: ViewSearch) => {
    const view = viewOf({ series: QUITS, ...search });
    return view.formulas.map((one) => formulaRecipe(view, one, RANGE));
  };
  expect(
    of({ formulas: 'a*2,a*2:ma1,a*2:ma2:pc1,a*2:nbd,a*2:nbd:2020-01-15', units: 'log', average: '9' }),
  ).toEqual([
    { units: 'lin' },
    { units: 'lin' },
    { units: 'pc1', average: 2 },
    { units: 'nbd', indexFrom: 19723 },
    { units: 'nbd', indexDay: 18276 },
  ]);
  expect(of({ formulas: 'a*2,a*2:nbd,a*2:nbd:2020-01-15', index_date: '2019-02-03' })).toEqual([
    { units: 'lin' },
    { units: 'nbd', indexDay: 17930 },
    { units: 'nbd', indexDay: 18276 },
  ]);
});

it('the frequency of a formula is the lowest of its lines, or its own where that is lower still', () => {
  const at = (formulas: string, search: ViewSearch = {}) => {
    const view = viewOf({ series: `${QUITS},${CLAIMS}:hidden,${LOANS},yields.US10Y`, formulas, ...search });
    const [shown] = view.formulas;
    if (!shown) throw new Error('no formula');
    return [
      formulaCadence(view, shown),
      aggregatedIn(view, shown).map(({ slot }) => slot),
      usedIn(view, shown).map(({ slot }) => slot),
      formulaWay(view, shown),
    ];
  };
  expect(at('a-b')).toEqual([{ frequency: 'm' }, [1], [0, 1], undefined]);
  expect(at('d-b-c')).toEqual([{ frequency: 'w', weekEnd: 6 }, [3], [1, 2, 3], undefined]);
  expect(at('c-b')).toEqual([{ frequency: 'w', weekEnd: 6 }, [], [1, 2], undefined]);
  expect(at('b-c:wew')).toEqual([{ frequency: 'w', weekEnd: 6 }, [], [1, 2], undefined]);
  expect(at('d:wesu:eop')).toEqual([{ frequency: 'w', weekEnd: 0 }, [3], [3], 'eop']);
  expect(at('d:q:sum')).toEqual([{ frequency: 'q' }, [3], [3], undefined]);
  expect(at('a:w:sum')).toEqual([{ frequency: 'm' }, [], [0], 'sum']);
  expect(at('a-d:q:usual')).toEqual([{ frequency: 'q' }, [0, 3], [0, 3], 'usual']);
  expect(at('b', { frequency: 'q' })).toEqual([{ frequency: 'q' }, [], [1], undefined]);
  expect(at('b-a:m', { frequency: 'q' })).toEqual([{ frequency: 'q' }, [], [0, 1], undefined]);
  expect(at('b-a:own', { frequency: 'sa' })).toEqual([{ frequency: 'sa' }, [], [0, 1], undefined]);
  expect(at('e+1')).toEqual([{ frequency: 'd' }, [], [], undefined]);
  expect(at('a*2', { series: `${QUITS},${CLAIMS}`, colours: '1,0,2' })).toEqual([
    { frequency: 'w', weekEnd: 6 },
    [],
    [0],
    undefined,
  ]);
});

it('a series is shown at the lowest of its own frequency and that of its drawn formulas', () => {
  const at = (formulas: string) => {
    const view = viewOf({ series: `${CLAIMS}:m,yields.US10Y,yields.US2Y`, formulas });
    return view.series.map((one) => lowestShownCadence(view, one).frequency);
  };
  expect(at('b-a:q')).toEqual(['q', 'q', 'd']);
  expect(at('b-a:q:hidden,b*2:w')).toEqual(['m', 'w', 'd']);
  expect(at('b+c,c:sa')).toEqual(['m', 'd', 'sa']);
  const view = viewOf({ series: `${LOANS},${LOANS}:wesu,${CLAIMS}:a`, frequency: 'q' });
  expect(view.series.map((one) => ownCadence(view, one))).toEqual([
    { frequency: 'q' },
    { frequency: 'w', weekEnd: 3, isLevel: true },
    { frequency: 'a' },
  ]);
});

it.each([
  [QUITS, undefined, undefined, { wanted: 'sum', method: 'sum' }],
  [QUITS, undefined, 'avg', { wanted: 'avg', method: 'avg' }],
  [QUITS, 'eop', 'avg', { wanted: 'eop', method: 'eop' }],
  [QUITS, 'usual', 'avg', { wanted: 'sum', method: 'sum' }],
  [INCOME, undefined, 'sum', { wanted: 'sum', method: 'avg' }],
  [INCOME, 'sum', undefined, { wanted: 'sum', method: 'avg' }],
] as const)('%s with %s, the chart with %s, goes down as %j', (series, own, ofChart, way) => {
  const [shown] = viewOf({ series }).series;
  expect(shown && wayDown({ aggregation: ofChart }, shown.choice, own ? { aggregation: own } : {})).toEqual(
    way,
  );
});

it('an index begins on the day of the line, else of the chart, else with the range', () => {
  expect(indexStart({ indexDate: '2020-01-01' }, { indexDate: '2021-01-01' }, RANGE)).toEqual({
    indexDay: day('2021-01-01'),
  });
  expect(indexStart({ indexDate: '2020-01-01' }, {}, RANGE)).toEqual({ indexDay: day('2020-01-01') });
  expect(indexStart({ indexDate: undefined }, {}, RANGE)).toEqual({ indexFrom: day('2024-01-01') });
});

it('units have FRED’s names, and a formula’s values as they are none', () => {
  expect(unitsName({ formula: undefined, units: 'lin' })).toBe('Levels');
  expect(unitsName({ formula: 'a', units: 'lin' })).toBe('Formula');
  expect(unitsName({ formula: 'a', units: 'pc1' })).toBe('Percent change from year ago');
});
