import { expect, it } from 'vitest';
import { readView, requestQuery, type ViewSearch, viewSearch } from '../../service/view/index.ts';
import { fittedView } from '../../service/view/request.ts';
import { TODAY } from './some-source.ts';

/** What a line cannot have: the words of the refusal, whole, and what is left of the address. */

const QUITS = 'jolts.quits_level_sa';
const CLAIMS = 'ui_weekly_claims.initial_claims_sa';
const SPREAD = 'yields.US10Y_US2Y';
const INCOME = 'personal_income_and_outlays.total_personal_income';

const fittedTo = (search: ViewSearch): string[] => {
  const { view, misfits } = fittedView(readView(search, TODAY).view);
  return [
    ...misfits.map(({ parameter, message }) => `${parameter}: ${message}`),
    requestQuery(viewSearch(view)),
  ];
};

it.each<[ViewSearch, string[]]>([
  // Units.
  [
    { series: `${SPREAD}:pc1` },
    [
      'series: US10Y_US2Y is a difference, which can be zero or negative: percent changes, logarithms and indices of it mean nothing. Use lin, chg or ch1.',
      'series=yields.US10Y_US2Y:lin',
    ],
  ],
  [
    { series: SPREAD, units: 'log' },
    [
      'units: US10Y_US2Y is a difference, which can be zero or negative: percent changes, logarithms and indices of it mean nothing. Use lin, chg or ch1.',
      'series=yields.US10Y_US2Y:lin&units=log',
    ],
  ],
  [
    { series: `yields.US10Y,${SPREAD},yields.US10Y_US3M`, units: 'log' },
    [
      'units: US10Y_US2Y is a difference, which can be zero or negative: percent changes, logarithms and indices of it mean nothing. Use lin, chg or ch1. Or write yields.US10Y_US2Y:lin, for this series alone.',
      'series=yields.US10Y,yields.US10Y_US2Y:lin,yields.US10Y_US3M:lin&units=log',
    ],
  ],
  [{ series: `${SPREAD}:lin`, units: 'log' }, ['series=yields.US10Y_US2Y:lin&units=log']],
  // Frequency.
  [
    { series: `${QUITS}:w` },
    [
      'series: jolts.quits_level_sa:w is higher than what is published: jolts is monthly. Use m, q, sa or a.',
      'series=jolts.quits_level_sa:own',
    ],
  ],
  [
    { series: `${QUITS}:own,yields.US10Y`, frequency: 'w' },
    ['series=jolts.quits_level_sa:own,yields.US10Y&frequency=w'],
  ],
  [
    { series: `${QUITS},yields.US10Y`, frequency: 'w' },
    [
      'frequency: frequency=w is higher than what is published: jolts is monthly. Use m, q, sa or a. Or write jolts.quits_level_sa:own, for this series alone.',
      'series=jolts.quits_level_sa:own,yields.US10Y&frequency=w',
    ],
  ],
  [
    { series: QUITS, frequency: 'd' },
    [
      'frequency: frequency=d is higher than what is published: jolts is monthly. Use m, q, sa or a.',
      'series=jolts.quits_level_sa:own&frequency=d',
    ],
  ],
  [
    { series: `${CLAIMS}:wef,${CLAIMS}:wesa,${CLAIMS}:w` },
    [
      'series: ui_weekly_claims.initial_claims_sa:wef cannot be made of ui_weekly_claims, which is weekly, ending Saturday. Use w, m, q, sa or a.',
      'series=ui_weekly_claims.initial_claims_sa:own,ui_weekly_claims.initial_claims_sa:wesa,ui_weekly_claims.initial_claims_sa:w',
    ],
  ],
  // Aggregation.
  [
    { series: `${INCOME}:a:sum` },
    [
      'series: total_personal_income is at an annual rate: every month tells what a year would bring, so the sum of an annualised rate is meaningless. Use avg or eop.',
      'series=personal_income_and_outlays.total_personal_income:a:usual',
    ],
  ],
  [
    { series: `${INCOME},${QUITS}`, frequency: 'a', aggregation: 'sum' },
    [
      'aggregation: total_personal_income is at an annual rate: every month tells what a year would bring, so the sum of an annualised rate is meaningless. Use avg or eop. Or write personal_income_and_outlays.total_personal_income:usual, for this series alone.',
      'series=personal_income_and_outlays.total_personal_income:usual,jolts.quits_level_sa&frequency=a&aggregation=sum',
    ],
  ],
  [
    { series: `${INCOME}:usual,${QUITS}`, frequency: 'a', aggregation: 'sum' },
    [
      'series=personal_income_and_outlays.total_personal_income:usual,jolts.quits_level_sa&frequency=a&aggregation=sum',
    ],
  ],
  [
    { series: `${QUITS}:avg` },
    [
      'series: jolts.quits_level_sa:avg means something only with a frequency. Write for example jolts.quits_level_sa:a:avg, or leave it out.',
      'series=jolts.quits_level_sa',
    ],
  ],
  [
    { series: `${QUITS}:own:avg`, frequency: 'q' },
    [
      'series: jolts.quits_level_sa:avg means something only with a frequency. Write for example jolts.quits_level_sa:a:avg, or leave it out.',
      'series=jolts.quits_level_sa:own&frequency=q',
    ],
  ],
  [
    { series: `${QUITS}:w:avg` },
    [
      'series: jolts.quits_level_sa:w is higher than what is published: jolts is monthly. Use m, q, sa or a.',
      'series=jolts.quits_level_sa:own',
    ],
  ],
  [
    { series: QUITS, aggregation: 'avg' },
    [
      'aggregation: aggregation=avg means something only with a frequency. Add for example frequency=a, or leave it out.',
      'series=jolts.quits_level_sa',
    ],
  ],
  [
    { series: `${QUITS}:own`, frequency: 'q', aggregation: 'avg' },
    ['series=jolts.quits_level_sa:own&frequency=q'],
  ],
  [{ series: `${QUITS}:q`, aggregation: 'avg' }, ['series=jolts.quits_level_sa:q&aggregation=avg']],
  [{ series: `${QUITS}:q:usual` }, ['series=jolts.quits_level_sa:q:usual']],
  // The day of an index.
  [
    { series: `${QUITS}:2024-01-01` },
    [
      'series: jolts.quits_level_sa:2024-01-01 means something only with nbd. Write jolts.quits_level_sa:nbd:2024-01-01, or leave the day out.',
      'series=jolts.quits_level_sa',
    ],
  ],
  [{ series: `${QUITS}:2024-01-01`, units: 'nbd' }, ['series=jolts.quits_level_sa:2024-01-01&units=nbd']],
  [
    { series: `${QUITS}:lin:2024-01-01`, units: 'nbd' },
    [
      'series: jolts.quits_level_sa:2024-01-01 means something only with nbd. Write jolts.quits_level_sa:nbd:2024-01-01, or leave the day out.',
      'series=jolts.quits_level_sa:lin&units=nbd',
    ],
  ],
  [
    { series: QUITS, index_date: '2024-01-01' },
    [
      'index_date: index_date=2024-01-01 means something only with units=nbd. Add it, or leave the date out.',
      'series=jolts.quits_level_sa',
    ],
  ],
  [
    { series: `${QUITS}:nbd`, index_date: '2024-01-01' },
    ['series=jolts.quits_level_sa:nbd&index_date=2024-01-01'],
  ],
  [
    { series: `${QUITS}:nbd:hidden,yields.US10Y`, index_date: '2024-01-01' },
    [
      'index_date: index_date=2024-01-01 means something only with units=nbd. Add it, or leave the date out.',
      'series=jolts.quits_level_sa:nbd:hidden,yields.US10Y',
    ],
  ],
  [
    { series: QUITS, formulas: 'a*2:nbd', index_date: '2024-01-01' },
    ['series=jolts.quits_level_sa&formulas=a*2:nbd&index_date=2024-01-01'],
  ],
  [
    { series: QUITS, formulas: 'a*2:nbd:hidden', index_date: '2024-01-01' },
    [
      'index_date: index_date=2024-01-01 means something only with units=nbd. Add it, or leave the date out.',
      'series=jolts.quits_level_sa&formulas=a*2:nbd:hidden',
    ],
  ],
  [
    { series: `${SPREAD}:nbd`, index_date: '2024-01-01' },
    [
      'series: US10Y_US2Y is a difference, which can be zero or negative: percent changes, logarithms and indices of it mean nothing. Use lin, chg or ch1.',
      'index_date: index_date=2024-01-01 means something only with units=nbd. Add it, or leave the date out.',
      'series=yields.US10Y_US2Y:lin',
    ],
  ],
])('a series: %j', (search, words) => {
  expect(fittedTo(search)).toEqual(words);
});

it.each<[string, ViewSearch, string[]]>([
  [
    'a-b:w',
    {},
    [
      'formulas: a-b:w is higher than its lines: the lowest of them is monthly. Use m, q, sa or a.',
      'formulas=a-b',
    ],
  ],
  ['a-b:q', {}, ['formulas=a-b:q']],
  ['a-b:own', {}, ['formulas=a-b:own']],
  [
    'a-c:sum',
    {},
    ['formulas: US10Y is a rate: the sum of rates is meaningless. Use avg or eop.', 'formulas=a-c'],
  ],
  [
    'b*2:eop',
    {},
    [
      'formulas: b*2:eop means something only where a line is brought to a lower frequency. Write for example b*2:a:eop, or leave it out.',
      'formulas=b*2',
    ],
  ],
  ['a-b:eop', {}, ['formulas=a-b:eop']],
  ['a-b:usual', {}, ['formulas=a-b:usual']],
  [
    'a-b-d:a:sum',
    {},
    [
      ...['US10Y', 'quits_rate_sa'].map(
        (code) => `formulas: ${code} is a rate: the sum of rates is meaningless. Use avg or eop.`,
      ),
      'formulas=a-b-d:a',
    ],
  ],
  [
    'a*2:2024-01-01',
    {},
    [
      'formulas: a*2:2024-01-01 means something only with nbd. Write a*2:nbd:2024-01-01, or leave the day out.',
      'formulas=a*2',
    ],
  ],
  [
    'a*2:pc1:2024-01-01',
    {},
    [
      'formulas: a*2:2024-01-01 means something only with nbd. Write a*2:nbd:2024-01-01, or leave the day out.',
      'formulas=a*2:pc1',
    ],
  ],
  ['a*2:nbd:2024-01-01', {}, ['formulas=a*2:nbd:2024-01-01']],
  ['a-b:w:hidden,a*2:2024-01-01:hidden', {}, ['formulas=a-b:w:hidden,a*2:2024-01-01:hidden']],
  ['a*:w', {}, ['formulas=a*:w']],
  // The aggregation of a line is meant where a formula that names none brings it to a lower frequency.
  ['a-b', { aggregation: 'eop' }, ['formulas=a-b&aggregation=eop']],
  [
    'a-b',
    { aggregation: 'sum' },
    [
      'aggregation: US10Y is a rate: the sum of rates is meaningless. Use avg or eop. Or write yields.US10Y:usual, for this series alone.',
      'series=yields.US10Y:usual,jolts.quits_rate_sa,jolts.quits_level_sa,ui_weekly_claims.initial_claims_sa&formulas=a-b&aggregation=sum',
    ],
  ],
  [
    'a-b:avg',
    { aggregation: 'eop' },
    [
      'aggregation: aggregation=eop means something only with a frequency. Add for example frequency=a, or leave it out.',
      'formulas=a-b:avg',
    ],
  ],
  [
    'a-b:hidden',
    { aggregation: 'eop' },
    [
      'aggregation: aggregation=eop means something only with a frequency. Add for example frequency=a, or leave it out.',
      'formulas=a-b:hidden',
    ],
  ],
])('a formula: %s, %j', (formulas, more, words) => {
  const series = `yields.US10Y,jolts.quits_rate_sa,${QUITS},${CLAIMS}`;
  expect(
    fittedTo({ series, formulas, ...more }).map((text) => text.replace(`series=${series}&`, '')),
  ).toEqual(words);
});

it('a hidden series is asked for nothing, unless a formula needs it', () => {
  const misfits = (search: ViewSearch) => fittedView(readView(search, TODAY).view).misfits.length;
  expect(misfits({ series: `yields.US10Y,${SPREAD}:pc1:hidden` })).toBe(0);
  expect(misfits({ series: `yields.US10Y,${SPREAD}:pc1:hidden`, formulas: 'a-b' })).toBe(1);
  expect(misfits({ series: `yields.US10Y,${SPREAD}:pc1:hidden`, formulas: 'a-b:hidden' })).toBe(0);
});
