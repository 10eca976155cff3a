import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addFormula } from '../../renderer/view/change-view.ts';
import { parseView } from '../../renderer/view/parse-view.ts';
import { MOST_FAULTS } from '../../service/contract/errors.ts';
import { Failure } from '../../service/contract/failure.ts';
import { STATES } from '../../service/datasets/states.ts';
import { TENORS } from '../../service/datasets/yields/curve.ts';
import { parseFormula, plainFormula, printFormula } from '../../service/series-math/formula.ts';
import {
  lineId,
  MOST_ANSWERED,
  MOST_SERIES,
  pickViewSearch,
  readRequest,
  readStrictly,
  readView,
  requestPath,
  requestQuery,
  type ViewSearch,
  viewSearch,
} from '../../service/view/index.ts';
import { fittedView } from '../../service/view/request.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { addressOf, searchOf, TODAY } from './some-source.ts';
import { anyView } from './some-views.ts';

/** Reading and writing of addresses. `addresses.md` has the faulty ones. */

const QUITS = 'jolts.quits_level_sa';
const EVERYTHING: ViewSearch = {
  series: `${QUITS}:pc1:2020-02-03:q:avg:right:bar:ma3:hidden,ui_state_weekly_claims.initial_claims.CA:own:usual:left`,
  formulas: 'a-b:nbd:2020-02-04:a:sum:right:step:ma1,ma(a,4)/2:hidden',
  colours: '3,1,7,0',
  names: 'd:Quits, all,h:Spread',
  title: 'Title',
  subtitle: 'Under it',
  range: '5Y',
  units: 'chg',
  index_date: '2020-02-01',
  frequency: 'wesu',
  aggregation: 'eop',
  average: '4',
  as_of: '2026-11-20T14:02:00Z',
  compare: 'now',
  type: 'area',
  scale: 'log',
  recessions: 'off',
  table: 'closed',
  layout: 'long',
  order: 'oldest',
  details: QUITS,
  explain: 'ui_state_weekly_claims.initial_claims.CA@2024-02-03',
};

it('every parameter of an address is read into its own field', () => {
  expect(readView(EVERYTHING, TODAY)).toEqual({
    view: {
      series: [
        {
          choice: { dataset: 'jolts', code: 'quits_level_sa', area: '' },
          slot: 3,
          hidden: true,
          style: {
            units: 'pc1',
            indexDate: '2020-02-03',
            frequency: 'q',
            aggregation: 'avg',
            axis: 'right',
            type: 'bar',
            average: 3,
            name: 'Quits, all',
          },
        },
        {
          choice: { dataset: 'ui_state_weekly_claims', code: 'initial_claims', area: 'CA' },
          slot: 1,
          hidden: false,
          style: { frequency: 'own', aggregation: 'usual', axis: 'left' },
        },
      ],
      formulas: [
        {
          text: 'a-b',
          slot: 7,
          hidden: false,
          style: {
            units: 'nbd',
            indexDate: '2020-02-04',
            frequency: 'a',
            aggregation: 'sum',
            axis: 'right',
            type: 'step',
            average: 1,
            name: 'Spread',
          },
        },
        { text: 'ma(a,4)/2', slot: 0, hidden: true, style: {} },
      ],
      heading: { title: 'Title', subtitle: 'Under it' },
      range: { preset: '5Y' },
      units: 'chg',
      indexDate: '2020-02-01',
      frequency: 'wesu',
      aggregation: 'eop',
      average: 4,
      asOf: '2026-11-20T14:02:00Z',
      withNow: true,
      type: 'area',
      isLog: true,
      hasRecessions: false,
      tableOpen: false,
      tableLayout: 'long',
      newestFirst: false,
      details: 'jolts.quits_level_sa',
      explained: { line: 'ui_state_weekly_claims.initial_claims.CA', date: '2024-02-03' },
    },
    problems: [],
  });
});

it('a view is written with its parameters in the order of the reference, without default values', () => {
  const { view } = readView(EVERYTHING, TODAY);
  expect(Object.entries(viewSearch(view))).toEqual(Object.entries(EVERYTHING));
  expect(viewSearch(readView({ series: QUITS }, TODAY).view)).toEqual({ series: QUITS });
});

it('the usual view is a line chart of levels, with recessions and an open table, newest first', () => {
  expect(readView({ series: QUITS }, TODAY)).toEqual({
    view: {
      series: [
        { choice: { dataset: 'jolts', code: 'quits_level_sa', area: '' }, slot: 0, hidden: false, style: {} },
      ],
      formulas: [],
      heading: {},
      range: { preset: 'Max' },
      units: 'lin',
      withNow: false,
      type: 'line',
      isLog: false,
      hasRecessions: true,
      tableOpen: true,
      tableLayout: 'wide',
      newestFirst: true,
    },
    problems: [],
  });
  expect(readView({}, TODAY).view.series.map(({ choice }) => choice.code)).toEqual([
    'total_public_debt_outstanding',
    'debt_held_by_public',
    'intragovernmental_holdings',
  ]);
});

it('unknown parameters are ignored, and numbers become text', () => {
  expect(pickViewSearch({ series: QUITS, average: 4, utm: 'x', scale: undefined })).toEqual({
    series: QUITS,
    average: '4',
  });
});

/** Passes a search through the text of a URL, as a browser does. */
function throughUrl(search: Record<string, string | undefined>): Record<string, unknown> {
  const text = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return Object.fromEntries(new URLSearchParams(text));
}

it('an address that is written and read again gives the same view', () => {
  fc.assert(
    fc.property(anyView, (shown) => {
      const again = parseView(pickViewSearch(throughUrl(viewSearch(shown))));
      expect(again).toEqual({ view: shown, problems: [] });
    }),
  );
});

it('reading an address never fails, and never gives too many lines', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('us_debt.x', 'yields.US10Y,yields.US10Y', ',,', '2020-13-01'),
  );
  const bad = fc.record(
    {
      series: fc.oneof(text, fc.constantFrom('yields.US1Y:pc1:up', 'yields.US1Y:ma1:right:hidden')),
      formulas: fc.oneof(text, fc.constantFrom('a-b:right', 'alert(1)', 'a,a')),
      units: text,
      index_date: text,
      frequency: text,
      aggregation: text,
      type: text,
      explain: fc.oneof(text, fc.constantFrom('yields.US10Y@2020-01-01', '@', 'x@2020-01-01')),
      colours: text,
      hidden: text,
      range: text,
      from: text,
      to: text,
      table: text,
      details: text,
      title: text,
      subtitle: text,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(bad, (search) => {
      const { view: shown, problems } = parseView(pickViewSearch(search));
      expect(shown.series.length).toBeLessThanOrEqual(MOST_SERIES);
      expect(parseView(viewSearch(shown))).toEqual({ view: shown, problems: [] });
      for (const problem of problems) expect(problem).toMatch(/\.$/);
    }),
  );
});

const refusal = (search: Record<string, string>) => {
  const read = readStrictly(pickViewSearch(search), TODAY);
  return 'problems' in read ? read.problems[0] : undefined;
};

it('a request is refused for faults in its lines that the page reports, and for formulas that cannot be computed, and for nothing else', () => {
  const text = fc.constantFrom('up', 'pc1', 'q', 'avg', '12', '2020-02-03', '-18M', '', 'log', 'yields.US2Y');
  const line = fc
    .tuple(fc.constantFrom('yields.US10Y', 'jolts.x', 'a/b', 'b', ''), fc.array(text, { maxLength: 2 }))
    .map(([name, words]) => [name, ...words].join(':'));
  const lines = fc.array(line, { maxLength: 3 }).map((all) => all.join(','));
  const search = fc.record(
    {
      ...{ series: lines, formulas: lines, units: text, index_date: text, frequency: text, type: text },
      ...{ aggregation: text, average: text, range: text, from: text, to: text, title: text, scale: text },
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(search, (asked) => {
      const { view, problems } = readView(asked, TODAY);
      const refused = refusal(asked);
      const said = problems.filter(({ parameter }) => parameter !== 'type');
      if (said.length > 0) expect(refused).toEqual(said[0]);
      else if (refused) expect([refused.parameter, view.formulas.length > 0]).toEqual(['formulas', true]);
      else expect(readStrictly(asked, TODAY)).toEqual({ view });
    }),
    { numRuns: 300 },
  );
});

it('of several lines of one series, the first in the palette has a plain id; the others add their letter', () => {
  const { view } = readView(
    { series: `${QUITS},yields.US2Y,${QUITS}`, formulas: 'a,b,a', colours: '4,1,2,7,3,5' },
    TODAY,
  );
  expect([...view.series, ...view.formulas].map((one) => lineId(view, one))).toEqual([
    'jolts.quits_level_sa:e',
    'yields.US2Y',
    'jolts.quits_level_sa',
    '=a:h',
    '=b',
    '=a',
  ]);
});

const TWO = 'jolts.quits_level_sa,jolts.hires_level_sa';

it('pasted operator signs in a link are read as those of the keyboard', () => {
  const { view, problems } = parseView({
    series: TWO,
    formulas: '(A − b) ÷ b × 100:right,(a - b) / b * 100',
  });
  expect(view.formulas).toMatchObject([
    { text: '(a - b) / b * 100', style: { axis: 'right' } },
    { text: '(a - b) / b * 100', style: {} },
  ]);
  expect(problems).toEqual([]);
});

it('a link carries every formula that the form accepts', () => {
  const piece = fc.constantFrom(...'abAB()+-*/^×÷−–·∙∕ \t12.'.split(''), '\u00a0', '\u2003');
  const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
  const formula = fc.oneof(
    text,
    fc.tuple(text, fc.constantFrom(' × ', '÷', '−', '\u00a0–\t'), text).map((parts) => parts.join('')),
    fc.constantFrom('a×b', 'A ÷\u00a0B', 'a−b', 'a\t–\tb', '−a', 'MA(a, 4)', 'max(a,b,0)−lag(b,1)'),
  );
  fc.assert(
    fc.property(formula, (typed) => {
      const parsed = parseFormula(typed, ['a', 'b']);
      fc.pre(parsed.isRight);
      const plain = plainFormula(typed);
      const again = parseFormula(plain, ['a', 'b']);
      expect(again.isRight && printFormula(again.formula)).toBe(
        parsed.isRight && printFormula(parsed.formula),
      );
      const view = addFormula(parseView({ series: TWO }).view, plain);
      const read = parseView(viewSearch(view));
      expect(read.problems).toEqual([]);
      expect(read.view.formulas.map((one) => one.text)).toEqual([plain]);
    }),
    { numRuns: 400 },
  );
});

/** A chart has as many lines as the palette has colours; a request may have all states. */
const tenors = TENORS.map(({ code }) => `yields.${code}`);
const states = Object.keys(STATES).map((state) => `ui_state_weekly_claims.initial_claims.${state}`);
const read = (series: readonly string[]) => readRequest({ series: series.join() }, TODAY);

it('a request may have all tenors or all states, but no more lines than an answer can have', () => {
  expect(read(tenors).series).toHaveLength(tenors.length);
  expect(read(states).series).toHaveLength(states.length);
  const many = [...states, ...tenors];
  expect(read(many.slice(0, MOST_ANSWERED)).series).toHaveLength(MOST_ANSWERED);
  expect(() => read(many.slice(0, MOST_ANSWERED + 1))).toThrow(
    `A view has at most ${MOST_ANSWERED} lines, series and formulas together. '${many[MOST_ANSWERED]}' is one too many.`,
  );
});

it('the page draws the first lines of a long request, and names those it left out', () => {
  const { view, problems } = parseView({ series: tenors.join() });
  expect(view.series).toHaveLength(MOST_SERIES);
  expect(problems).toEqual(
    tenors
      .slice(MOST_SERIES)
      .map((name) => `The link names more than ${MOST_SERIES} series. '${name}' was left out.`),
  );
});

/** Faults of addresses and settings that a line cannot have. `addresses.md` has each case. */

const AFTER = /(?<=each after a colon: ).*/;

/** @returns the address and problems shown by the page, and what the API reads differently or refuses. */
function answersTo(query: string): string[] {
  const { view, problems } = readView(searchOf(query), TODAY);
  const shown = addressOf(viewSearch(fittedView(view).view));
  return [
    ...(shown === query ? [] : [`=> ${shown}`]),
    ...problems.map(({ message }) => `page: ${message}`),
    ...requestTo(searchOf(query), shown),
  ];
}

function requestTo(query: Record<string, string>, shown: string): string[] {
  try {
    const read = addressOf(viewSearch(readRequest(query, TODAY)));
    return read === shown || read === addressOf(query) ? [] : [`API => ${read}`];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error, ...error.more].map(({ code, at, message }) => {
      expect(code).toBe('invalid_parameter');
      return `${at.parameter}: ${message}`;
    });
  }
}

it('every address is shown and refused as in `addresses.md`', async () => {
  let isFirst = true;
  await expectWrittenAnswers(`${import.meta.dirname}/addresses.md`, (query) =>
    answersTo(query).map((line) => {
      if (!AFTER.test(line)) return line;
      // The list of all settings that may follow a line is written in full only once.
      const shortened = isFirst ? line : line.replace(AFTER, '…');
      isFirst = false;
      return shortened;
    }),
  );
});

it('the number of named faults is limited, and a formula has at most 200 characters', () => {
  const words = Array.from({ length: MOST_FAULTS + 1 }, (_, i) => `x${i}`).join(':');
  const many = Array(MOST_FAULTS + 1).fill(`${QUITS}:w`);
  for (const series of [`${QUITS}:${words}`, many.join()])
    expect(requestTo({ series }, '')).toHaveLength(MOST_FAULTS);
  const problems = (formulas: string) => readView({ series: QUITS, formulas }, TODAY).problems.length;
  expect([problems('a'.repeat(200)), problems('a'.repeat(201))]).toEqual([0, 1]);
});

it('a request is written with every sign escaped that has a meaning in a query', () => {
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
