import { expect, it } from 'vitest';
import { MOST_FAULTS } from '../../service/contract/errors.ts';
import { Failure } from '../../service/contract/failure.ts';
import {
  linesSearch,
  readRequest,
  readView,
  requestPath,
  requestQuery,
  requestSearch,
  type ViewSearch,
  viewSearch,
} from '../../service/view/index.ts';
import { TODAY } from './some-source.ts';

/** A view as a request to the API: what is read, refused and written, whole. */

function refusalsOf(query: Record<string, string>): string[] {
  try {
    return [`read as ${requestQuery(viewSearch(readRequest(query, TODAY)))}`];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error, ...error.more].map(({ code, at, message }) => `${code} ${at.parameter}: ${message}`);
  }
}
const QUITS = 'jolts.quits_level_sa';

it.each<[Record<string, string>, string[]]>([
  [
    { series: QUITS, date_from: '2020-01-01', date_to: '2020-12-31' },
    ['read as series=jolts.quits_level_sa&from=2020-01-01&to=2020-12-31'],
  ],
  [{ series: QUITS, date_from: '2020-01-01' }, ['read as series=jolts.quits_level_sa&from=2020-01-01']],
  [
    { series: QUITS, to: '2020-12-31' },
    ['invalid_parameter from: from has no day. Add for example from=2020-02-01.'],
  ],
  [
    { series: QUITS, date_to: '2020-12-31' },
    ['invalid_parameter from: from has no day. Add for example from=2020-02-01.'],
  ],
  [
    { series: QUITS, date_from: '2020-01-01', from: '2020-1-1' },
    [
      'invalid_parameter date_from: date_from and from are the same parameter. Write one of them.',
      "invalid_parameter from: from '2020-1-1' is no day written as YYYY-MM-DD. Write for example from=2020-02-01.",
    ],
  ],
  [
    { series: QUITS, from: '2020-01-01', to: '2020-12-31', date_to: '2020-12-30' },
    ['invalid_parameter date_to: date_to and to are the same parameter. Write one of them.'],
  ],
  [
    { series: QUITS, date_from: '2020-1-1', date_to: '2020-02-30' },
    [
      "invalid_parameter date_from: date_from '2020-1-1' is no day written as YYYY-MM-DD. Write for example from=2020-02-01.",
      "invalid_parameter date_to: date_to '2020-02-30' is no day written as YYYY-MM-DD. Write for example to=2020-02-01.",
    ],
  ],
  [
    { series: QUITS, date_from: '2021-01-01', date_to: '2020-01-01' },
    ['invalid_parameter date_from: date_from 2021-01-01 is after to 2020-01-01. It must be on or before it.'],
  ],
  [
    { series: QUITS, date_from: '2026-11-21' },
    [
      'invalid_parameter date_from: date_from 2026-11-21 is in the future. The latest possible date is 2026-11-20, today in the easternmost time zone. All there is needs no date: range=Max.',
    ],
  ],
  [
    { series: QUITS, from: '2020-01-01', date_to: '2026-11-21' },
    [
      'invalid_parameter date_to: date_to 2026-11-21 is in the future. The latest possible date is 2026-11-20, today in the easternmost time zone. All there is needs no date: range=Max.',
    ],
  ],
  [
    { series: '' },
    [
      'invalid_parameter series: series names no series. Write for example series=jolts.quits_rate_sa:pc1,ui_weekly_claims.initial_claims_sa.',
    ],
  ],
  [
    { series: '', units: 'up' },
    [
      "invalid_parameter units: There is no units 'up', only lin, chg, ch1, pch, pc1, pca, cch, cca, log, nbd.",
    ],
  ],
  [
    { series: 'jolts.quits_levle_sa' },
    [
      "invalid_parameter series: There is no series 'jolts.quits_levle_sa'. Write dataset.code, and of state-level series dataset.code.STATE. Did you mean jolts.quits_level_sa?",
    ],
  ],
  [
    { series: `${QUITS}:${'x'.repeat(70)}` },
    [
      "invalid_parameter series: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' after 'jolts.quits_level_sa' means nothing. After a line may stand, each after a colon: units (lin chg ch1 pch pc1 pca cch cca log nbd), a frequency (d w m q sa a wesu wem wetu wew weth wef wesa own), an aggregation (avg sum eop usual), a moving average (ma1 to ma520), the day of an index (2020-02-03), hidden, left, right, line, area, stacked, bar, step.",
    ],
  ],
  [
    { series: QUITS, units: 'up', frequency: 'x', average: '1', type: 'x', compare: 'then' },
    [
      "invalid_parameter units: There is no units 'up', only lin, chg, ch1, pch, pc1, pca, cch, cca, log, nbd.",
      "invalid_parameter frequency: There is no frequency 'x', only d, w, m, q, sa, a, wesu, wem, wetu, wew, weth, wef, wesa.",
      "invalid_parameter average: average '1' is no moving average. Write a number of observations, 2 to 520.",
    ],
  ],
  [
    { series: `${QUITS}:w,${QUITS}:avg`, index_date: '2024-01-01' },
    [
      'invalid_parameter series: jolts.quits_level_sa:w is higher than what is published: jolts is monthly. Use m, q, sa or a.',
      'invalid_parameter series: jolts.quits_level_sa:avg means something only with a frequency. Write for example jolts.quits_level_sa:a:avg, or leave it out.',
      'invalid_parameter index_date: index_date=2024-01-01 means something only with units=nbd. Add it, or leave the date out.',
    ],
  ],
  [
    { series: `${QUITS},yields.US10Y`, formulas: 'a/b:2:q:hidden,a*:right' },
    [
      "invalid_parameter formulas: '2' after 'a/b' means nothing. After a line may stand, each after a colon: units (lin chg ch1 pch pc1 pca cch cca log nbd), a frequency (d w m q sa a wesu wem wetu wew weth wef wesa own), an aggregation (avg sum eop usual), a moving average (ma1 to ma520), the day of an index (2020-02-03), hidden, left, right, line, area, stacked, bar, step.",
      "invalid_parameter formulas: The formula 'a*' cannot be worked out: The formula ends too early: a series (a, b, …), a number or ( is expected.",
    ],
  ],
  [
    { series: `${QUITS}:up`, formulas: 'a/c', names: 'c:C', units: 'up' },
    [
      "invalid_parameter series: 'up' after 'jolts.quits_level_sa' means nothing. After a line may stand, each after a colon: units (lin chg ch1 pch pc1 pca cch cca log nbd), a frequency (d w m q sa a wesu wem wetu wew weth wef wesa own), an aggregation (avg sum eop usual), a moving average (ma1 to ma520), the day of an index (2020-02-03), hidden, left, right, line, area, stacked, bar, step.",
      "invalid_parameter units: There is no units 'up', only lin, chg, ch1, pch, pc1, pca, cch, cca, log, nbd.",
    ],
  ],
  [
    { series: QUITS, formulas: 'a*2,log(a)' },
    [
      "invalid_parameter formulas: The formula 'log(a)' cannot be worked out: There is no function 'log'. Did you mean lag?",
    ],
  ],
  [
    { series: QUITS, formulas: 'a%2' },
    ["invalid_parameter formulas: 'a%2' is no formula of series, such as a/b*100."],
  ],
  [
    { series: QUITS, names: 'b:B,x,a:' },
    [
      "invalid_parameter names: 'a:' in names is no name of a line. Write a line's letter, a colon and its name, for example names=a:Quits,c:Spread.",
      "invalid_parameter names: There is no line b that names could name. Write a line's letter, a colon and its name, for example names=a:Quits,c:Spread.",
    ],
  ],
  [
    { series: QUITS, as_of: '2026-11-20T23:59:59Z' },
    ['read as series=jolts.quits_level_sa&as_of=2026-11-20T23:59:59Z'],
  ],
  [
    { series: QUITS, as_of: '2026-11-21' },
    [
      'invalid_parameter as_of: as_of 2026-11-21 is in the future: what will be known then is not known yet. The latest possible day is 2026-11-20, today in the easternmost time zone.',
    ],
  ],
  [
    { series: QUITS, as_of: '2026-11-21T00:00:00Z' },
    [
      'invalid_parameter as_of: as_of 2026-11-21T00:00:00Z is in the future: what will be known then is not known yet. The latest possible day is 2026-11-20, today in the easternmost time zone.',
    ],
  ],
  [
    { series: QUITS, as_of: '2026-11-20 10:00' },
    [
      "invalid_parameter as_of: as_of '2026-11-20 10:00' is neither a day, YYYY-MM-DD, nor an instant in UTC. Write for example as_of=2025-06-30 or as_of=2025-06-30T14:02:00Z.",
    ],
  ],
])('%j', (query, answers) => {
  expect(refusalsOf(query)).toEqual(answers);
});

it('names no more faults than its bound', () => {
  const words = Array.from({ length: MOST_FAULTS + 1 }, (_, i) => `x${i}`).join(':');
  expect(refusalsOf({ series: `${QUITS}:${words}` })).toHaveLength(MOST_FAULTS);
  const series = Array(MOST_FAULTS + 1)
    .fill(`${QUITS}:w`)
    .join();
  expect(refusalsOf({ series })).toHaveLength(MOST_FAULTS);
});

const viewOf = (search: ViewSearch) => readView(search, TODAY).view;
it.each<[ViewSearch, string]>([
  [
    {
      series: `${QUITS}:right:bar:pc1`,
      type: 'bar',
      scale: 'log',
      title: 'T',
      table: 'closed',
      order: 'oldest',
      layout: 'long',
      recessions: 'off',
      compare: 'now',
      details: QUITS,
    },
    'series=jolts.quits_level_sa:pc1',
  ],
  [{ series: `${QUITS},yields.US10Y`, colours: '1,0' }, 'series=jolts.quits_level_sa,yields.US10Y'],
  [
    { series: `${QUITS},yields.US10Y`, colours: '1,0', names: 'a:A' },
    'series=jolts.quits_level_sa,yields.US10Y&colours=1,0&names=a:A',
  ],
  [
    { series: `${QUITS},${QUITS}`, colours: '1,0' },
    'series=jolts.quits_level_sa,jolts.quits_level_sa&colours=1,0',
  ],
  [
    { series: QUITS, formulas: 'b*2:right:line:nbd:2020-01-02', colours: '1,0' },
    'series=jolts.quits_level_sa&formulas=b*2:nbd:2020-01-02&colours=1,0',
  ],
  [
    {
      as_of: '2026-01-01',
      average: '3',
      aggregation: 'avg',
      frequency: 'q',
      index_date: '2020-01-02',
      units: 'nbd',
      range: '5Y',
      series: QUITS,
    },
    'series=jolts.quits_level_sa&range=5Y&units=nbd&index_date=2020-01-02&frequency=q&aggregation=avg&average=3&as_of=2026-01-01',
  ],
])('%j concerns the lines by %s', (search, lines) => {
  expect(requestQuery(linesSearch(viewOf(search)))).toEqual(lines);
});

const RANGE = { from: '2024-01-01', to: '2024-06-30' };
it.each<[ViewSearch, string]>([
  [{ series: QUITS, range: '5Y' }, 'series=jolts.quits_level_sa&from=2024-01-01&to=2024-06-30'],
  [
    { series: `${QUITS}:hidden,yields.US10Y,yields.US2Y:hidden`, formulas: 'a/b,c*2:hidden' },
    'series=jolts.quits_level_sa:hidden,yields.US10Y&formulas=a/b&colours=0,1,3&from=2024-01-01&to=2024-06-30',
  ],
  [
    { series: `${QUITS}:hidden,${QUITS},${QUITS}` },
    'series=jolts.quits_level_sa,jolts.quits_level_sa&colours=1,2&from=2024-01-01&to=2024-06-30',
  ],
  [
    { series: `${QUITS}:hidden,${QUITS},yields.US10Y` },
    'series=jolts.quits_level_sa,yields.US10Y&from=2024-01-01&to=2024-06-30',
  ],
  [
    { series: `${QUITS}:nbd,yields.US10Y`, index_date: '2020-01-02' },
    'series=jolts.quits_level_sa:nbd,yields.US10Y&from=2024-01-01&to=2024-06-30&index_date=2020-01-02',
  ],
  [
    { series: QUITS, formulas: 'a*2:nbd', index_date: '2020-01-02' },
    'series=jolts.quits_level_sa&formulas=a*2:nbd&from=2024-01-01&to=2024-06-30&index_date=2020-01-02',
  ],
  [
    { series: `${QUITS}:nbd:hidden,yields.US10Y`, index_date: '2020-01-02' },
    'series=yields.US10Y&from=2024-01-01&to=2024-06-30',
  ],
  [
    { series: QUITS, formulas: 'a*2:nbd:2020-01-02' },
    'series=jolts.quits_level_sa&formulas=a*2:nbd:2020-01-02&from=2024-01-01&to=2024-06-30',
  ],
  [
    { series: `${QUITS}:w,yields.US10Y_US2Y`, units: 'pc1', aggregation: 'avg' },
    'series=jolts.quits_level_sa:own,yields.US10Y_US2Y:lin&from=2024-01-01&to=2024-06-30&units=pc1',
  ],
  [
    { series: QUITS, as_of: '2026-01-01T10:00:00Z', compare: 'now' },
    'series=jolts.quits_level_sa&from=2024-01-01&to=2024-06-30&as_of=2026-01-01T10:00:00Z',
  ],
])('%j is asked for as %s', (search, asked) => {
  expect(requestQuery(requestSearch(viewOf(search), RANGE))).toEqual(asked);
});

it('is written with every sign escaped that means something in a query', () => {
  const names = 'a:50 % & more, #1 = ÷+?/é';
  expect(requestPath({ series: 'a.b:pc1,c.d', names, range: undefined })).toEqual(
    '/api/v1/view?series=a.b:pc1,c.d&names=a:50%20%25%20%26%20more,%20%231%20%3D%20%C3%B7%2B%3F/%C3%A9',
  );
  const query = new URLSearchParams(requestQuery({ names, title: '' }));
  expect([...query]).toEqual([
    ['names', names],
    ['title', ''],
  ]);
});
