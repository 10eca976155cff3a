import { expect, it } from 'vitest';
import { readView, requestQuery, type ViewSearch, viewSearch } from '../../service/view/index.ts';
import { TODAY } from './some-source.ts';

/** What is wrong with an address: what is shown of it, and what the page and the API say of each error. */

const QUITS = 'jolts.quits_level_sa';
const STATES = 'ui_state_weekly_claims.initial_claims';
const TWO = `${QUITS},yields.US10Y`;

it.each<[ViewSearch, string, string[]]>([
  [
    { series: `${QUITS},,x.y` },
    'series=jolts.quits_level_sa',
    [
      "series | x.y | There is no series 'x.y'. It was left out. | There is no series 'x.y'. Write dataset.code, and of state-level series dataset.code.STATE. | x.y",
    ],
  ],
  // Lists of constituents are no time series; claims by state have a state, and others have none.
  [
    {
      series: `constituents.SP500,${STATES},${STATES}.XX,${STATES}.CA,${QUITS}.CA`,
    },
    'series=ui_state_weekly_claims.initial_claims.CA',
    ['constituents.SP500', STATES, `${STATES}.XX`, `${QUITS}.CA`].map(
      (id) =>
        `series | ${id} | There is no series '${id}'. It was left out. | There is no series '${id}'. Write dataset.code, and of state-level series dataset.code.STATE. | ${id}`,
    ),
  ],
  [
    { series: `${QUITS}:pc1:chg:ma2:ma3:2020-01-01:2020-01-02:left:right` },
    'series=jolts.quits_level_sa:pc1:2020-01-01:left:ma2',
    [
      "series | chg | 'chg' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind. It was left out. | 'chg' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind.",
      "series | ma3 | 'ma3' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind. It was left out. | 'ma3' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind.",
      "series | 2020-01-02 | '2020-01-02' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind. It was left out. | '2020-01-02' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind.",
      "series | right | 'right' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind. It was left out. | 'right' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind.",
    ],
  ],
  [
    { series: `${QUITS}:bar:line:q:m:avg:sum` },
    'series=jolts.quits_level_sa:q:avg:bar',
    [
      "series | line | 'line' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind. It was left out. | 'line' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind.",
      "series | m | 'm' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind. It was left out. | 'm' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind.",
      "series | sum | 'sum' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind. It was left out. | 'sum' after 'jolts.quits_level_sa' is one too many: a line has one word of a kind.",
    ],
  ],
  [
    { series: `${QUITS}:hidden:hidden:ma521:ma0:ma:ma1x:2020-02-30` },
    'series=jolts.quits_level_sa:hidden',
    [
      "series | ma521 | 'ma521' after 'jolts.quits_level_sa' in the link means nothing. It was left out. | 'ma521' after 'jolts.quits_level_sa' means nothing. After a line may stand, each after a colon: …",
      "series | ma0 | 'ma0' after 'jolts.quits_level_sa' in the link means nothing. It was left out. | 'ma0' after 'jolts.quits_level_sa' means nothing. After a line may stand, each after a colon: …",
      "series | ma | 'ma' after 'jolts.quits_level_sa' in the link means nothing. It was left out. | 'ma' after 'jolts.quits_level_sa' means nothing. After a line may stand, each after a colon: …",
      "series | ma1x | 'ma1x' after 'jolts.quits_level_sa' in the link means nothing. It was left out. | 'ma1x' after 'jolts.quits_level_sa' means nothing. After a line may stand, each after a colon: …",
      "series | 2020-02-30 | '2020-02-30' after 'jolts.quits_level_sa' in the link means nothing. It was left out. | '2020-02-30' after 'jolts.quits_level_sa' means nothing. After a line may stand, each after a colon: …",
    ],
  ],
  [
    { series: QUITS, formulas: 'a*$,max(a,2),ln(a),(a)),a' },
    'series=jolts.quits_level_sa&formulas=max(a,2),ln(a),(a)),a',
    [
      "formulas | a*$ | 'a*$' is no formula of series, such as a/b*100. It was left out. | 'a*$' is no formula of series, such as a/b*100.",
    ],
  ],
  [
    { series: `${STATES}.CA,${STATES}.TX`, hidden: `${STATES}.TX` },
    `series=${STATES}.CA,${STATES}.TX:hidden`,
    [],
  ],
  [
    { series: TWO, hidden: 'yields.US10Y,yields.US2Y' },
    'series=jolts.quits_level_sa,yields.US10Y:hidden',
    [
      "hidden | yields.US2Y | hidden names 'yields.US2Y', which is not among the series. | hidden names 'yields.US2Y', which is not among the series. Leave it out.",
    ],
  ],
  // Where a series is wrong, the others are not counted on.
  [
    { series: `x,${QUITS}`, hidden: 'yields.US2Y', colours: '0,1' },
    'series=jolts.quits_level_sa',
    [
      "series | x | There is no series 'x'. It was left out. | There is no series 'x'. Write dataset.code, and of state-level series dataset.code.STATE. | x",
    ],
  ],
  [
    { series: QUITS, colours: '0,1' },
    'series=jolts.quits_level_sa',
    [
      'colours | 0,1 | colours=0,1 does not fit the 1 line. They have new colours and letters. | colours=0,1 does not fit the 1 line. Write a number from 0 to 7 for each, none twice.',
    ],
  ],
  [
    { series: TWO, colours: '1,1' },
    'series=jolts.quits_level_sa,yields.US10Y',
    [
      'colours | 1,1 | colours=1,1 does not fit the 2 lines. They have new colours and letters. | colours=1,1 does not fit the 2 lines. Write a number from 0 to 7 for each, none twice.',
    ],
  ],
  [
    { series: TWO, colours: '0,8' },
    'series=jolts.quits_level_sa,yields.US10Y',
    [
      'colours | 0,8 | colours=0,8 does not fit the 2 lines. They have new colours and letters. | colours=0,8 does not fit the 2 lines. Write a number from 0 to 7 for each, none twice.',
    ],
  ],
  [
    { series: TWO, colours: '-1,0' },
    'series=jolts.quits_level_sa,yields.US10Y',
    [
      'colours | -1,0 | colours=-1,0 does not fit the 2 lines. They have new colours and letters. | colours=-1,0 does not fit the 2 lines. Write a number from 0 to 7 for each, none twice.',
    ],
  ],
  [
    { series: TWO, colours: '0,1.5' },
    'series=jolts.quits_level_sa,yields.US10Y',
    [
      'colours | 0,1.5 | colours=0,1.5 does not fit the 2 lines. They have new colours and letters. | colours=0,1.5 does not fit the 2 lines. Write a number from 0 to 7 for each, none twice.',
    ],
  ],
  [{ series: TWO, colours: '7,0' }, 'series=jolts.quits_level_sa,yields.US10Y&colours=7,0', []],
  [
    { series: Array(7).fill(QUITS).join(), formulas: 'a,b' },
    'series=jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa&formulas=a',
    [
      "formulas | The link names more than 8 series. 'b' was left out. | A view has at most 8 lines, series and formulas together. 'b' is one too many.",
    ],
  ],
  [
    { series: Array(9).fill(QUITS).join() },
    'series=jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa,jolts.quits_level_sa',
    [
      "series | The link names more than 8 series. 'jolts.quits_level_sa' was left out. | A view has at most 8 lines, series and formulas together. 'jolts.quits_level_sa' is one too many.",
    ],
  ],
  [
    { series: QUITS, type: 'pie', units: 'PC1', frequency: 'own', aggregation: 'usual' },
    'series=jolts.quits_level_sa',
    [
      "units | PC1 | There is no units 'PC1', only lin, chg, ch1, pch, pc1, pca, cch, cca, log, nbd. It was left out. | There is no units 'PC1', only lin, chg, ch1, pch, pc1, pca, cch, cca, log, nbd.",
      "frequency | own | There is no frequency 'own', only d, w, m, q, sa, a, wesu, wem, wetu, wew, weth, wef, wesa. It was left out. | There is no frequency 'own', only d, w, m, q, sa, a, wesu, wem, wetu, wew, weth, wef, wesa.",
      "aggregation | usual | There is no aggregation 'usual', only avg, sum, eop. It was left out. | There is no aggregation 'usual', only avg, sum, eop.",
      "type | pie | There is no type 'pie', only line, area, stacked, bar, step. It was left out. | There is no type 'pie', only line, area, stacked, bar, step.",
    ],
  ],
  [
    { series: QUITS, average: '521' },
    'series=jolts.quits_level_sa',
    [
      "average | 521 | '521' in the link is no moving average, of 2 to 520 observations. It was left out. | average '521' is no moving average. Write a number of observations, 2 to 520.",
    ],
  ],
  [{ series: QUITS, average: '520' }, 'series=jolts.quits_level_sa&average=520', []],
  [
    { series: QUITS, average: '2.5' },
    'series=jolts.quits_level_sa',
    [
      "average | 2.5 | '2.5' in the link is no moving average, of 2 to 520 observations. It was left out. | average '2.5' is no moving average. Write a number of observations, 2 to 520.",
    ],
  ],
  [
    { series: QUITS, index_date: '2020-1-1' },
    'series=jolts.quits_level_sa',
    [
      "index_date | 2020-1-1 | '2020-1-1' in the link is no day written as YYYY-MM-DD. It was left out. | index_date '2020-1-1' is no day written as YYYY-MM-DD. Write for example index_date=2020-02-01.",
    ],
  ],
  [{ series: QUITS, as_of: '2026-11-20' }, 'series=jolts.quits_level_sa&as_of=2026-11-20', []],
  [
    { series: QUITS, as_of: '2026-11-21' },
    'series=jolts.quits_level_sa',
    [
      'as_of | as_of 2026-11-21 is in the future: what will be known then is not known yet. The data of now are shown instead. | as_of 2026-11-21 is in the future: what will be known then is not known yet. The latest possible day is 2026-11-20, today in the easternmost time zone.',
    ],
  ],
  [
    { series: QUITS, as_of: 'now' },
    'series=jolts.quits_level_sa',
    [
      "as_of | now | as_of 'now' is neither a day, YYYY-MM-DD, nor an instant in UTC. The data of now are shown instead. | as_of 'now' is neither a day, YYYY-MM-DD, nor an instant in UTC. Write for example as_of=2025-06-30 or as_of=2025-06-30T14:02:00Z.",
    ],
  ],
  [
    { series: QUITS, names: 'a:A,a:B,c:C,d' },
    'series=jolts.quits_level_sa&names=a:B',
    [
      "names | c | There is no line c that names could name. It was left out. | There is no line c that names could name. Write a line's letter, a colon and its name, for example names=a:Quits,c:Spread.",
    ],
  ],
  [
    { series: QUITS, names: 'x' },
    'series=jolts.quits_level_sa',
    [
      "names | x | 'x' in names is no name of a line. It was left out. | 'x' in names is no name of a line. Write a line's letter, a colon and its name, for example names=a:Quits,c:Spread.",
    ],
  ],
  [
    { series: QUITS, names: 'h:H' },
    'series=jolts.quits_level_sa',
    [
      "names | h | There is no line h that names could name. It was left out. | There is no line h that names could name. Write a line's letter, a colon and its name, for example names=a:Quits,c:Spread.",
    ],
  ],
  [
    { series: QUITS, to: '2020-01-01' },
    'series=jolts.quits_level_sa',
    [
      "from |  | The link's range has no first day. The whole range is shown instead. | from has no day. Add for example from=2020-02-01.",
    ],
  ],
  [
    {
      series: QUITS,
      compare: 'then',
      scale: 'x',
      recessions: 'on',
      table: 'open',
      layout: 'x',
      order: 'newest',
    },
    'series=jolts.quits_level_sa',
    [],
  ],
])('%j is shown as %s', (search, shown, problems) => {
  const read = readView(search, TODAY);
  expect(requestQuery(viewSearch(read.view))).toEqual(shown);
  expect(
    read.problems.map(({ parameter, value, said, refused, unknownId }) =>
      // All that may stand after a line: tests/view/request.test.ts.
      [parameter, value, said, refused.replace(/(?<=each after a colon: ).*/, '…'), unknownId]
        .filter((part) => part !== undefined)
        .join(' | '),
    ),
  ).toEqual(problems);
});

it('a formula has at most 200 characters', () => {
  const problems = (formulas: string) => readView({ series: QUITS, formulas }, TODAY).problems.length;
  expect([problems('a'.repeat(200)), problems('a'.repeat(201))]).toEqual([0, 1]);
});
