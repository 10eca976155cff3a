import { Type } from 'typebox';
import { Failure, quoted } from '../../contract/failure.ts';
import { findChoices, findLists } from '../../datasets/find-choices.ts';
import { DATASETS, findDataset } from '../../datasets/index.ts';
import { adviceOnId } from '../../datasets/nearest-choices.ts';
import { seriesId } from '../../datasets/series-choice.ts';
import { STATES } from '../../datasets/states.ts';
import { chartAddress } from '../addresses.ts';
import { fitted } from '../fit.ts';
import { factsOf, factsText, SERIES_FACTS } from '../series.ts';
import type { Tool } from '../types.ts';

const USUAL = 8;
const MOST = 20;

/** Finds series by words. */
export const SEARCH_SERIES: Tool = {
  name: 'search_series',
  title: 'Search series',
  description:
    "Finds the ids of series by words of their title, a topic, a state ('texas initial claims') or a publisher's own id ('ICSA', 'JTSJOL'). Never guess an id: search for it. Ids of state series end with the state's postal code.",
  input: Type.Object(
    {
      query: Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Words: 'quits rate', '10-year yield'",
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, default: USUAL })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    series: Type.Array(Type.Object(SERIES_FACTS)),
    by_state: Type.Array(Type.Object(SERIES_FACTS), {
      description: 'Where the query names no state, series of each state: their ids lack it, as .TX',
    }),
    areas: Type.Array(Type.String(), { description: 'Their states, by postal code' }),
    found: Type.Integer({ description: 'How many there are' }),
    note: Type.Union([Type.String(), Type.Null()]),
    left_out: Type.Union([Type.String(), Type.Null()]),
    chart: Type.String(),
  }),
  async run({ query, limit = USUAL }: { query: string; limit?: number }, desk) {
    const found = findChoices(query, '');
    if (found.length === 0) throw nothing(query);
    const told = found.slice(0, limit);
    const facts = factsOf(desk, told);
    const lacksState = told.map(({ dataset, area }) => area === '' && findDataset(dataset).byState);
    const note = notHeld(query);
    return fitted(told.length, (count) => {
      const shown = facts.slice(0, count);
      const series = shown.filter((_, i) => !lacksState[i]);
      const by_state = shown.filter((_, i) => lacksState[i]);
      const areas = by_state.length > 0 ? Object.keys(STATES) : [];
      const rest = found.length - count;
      const left_out =
        rest > 0
          ? `${found.length} match; the rest is left out. Use other words, or a limit up to ${MOST}.`
          : null;
      const ids = series.slice(0, MOST_LINES).map(({ id }) => id);
      const chart = chartAddress(desk.addresses, ids.length === 0 ? {} : { series: ids.join(',') });
      return {
        structured: { series, by_state, areas, found: found.length, note, left_out, chart },
        text: [
          ...(note === null ? [] : [note]),
          ...series.map(factsText),
          ...by_state.map((one) => `${factsText(one)}; one series for each of ${areas.length} areas`),
          ...(areas.length > 0 ? [`To such an id add one of .${areas.join(' .')}`] : []),
          ...(left_out === null ? [] : [left_out]),
          ids.length === 0
            ? `Charts: ${chart}`
            : `Chart of ${ids.length === 1 ? 'it' : 'the first'}: ${chart}`,
        ].join('\n'),
      };
    });
  },
};

/** Lines of the chart that the answer leads to. */
const MOST_LINES = 3;

/** What people search by words that other series have, too. */
const NOT_HELD: readonly { is: (query: string) => boolean; note: string }[] = [
  {
    is: (query) =>
      /\b(unemployment|unemployed|jobless(ness)?)\b/i.test(query) &&
      /\brates?\b/i.test(query) &&
      !/insured/i.test(query),
    note: "The unemployment rate (UNRATE, by the survey of households) is not held, neither of the nation nor of a state. Of unemployment Almanac holds insurance claims and, by state, insured rates: search for 'insured unemployment rate'.",
  },
  {
    is: (query) => /\bfed(eral)? funds?\b|\b(policy|prime|mortgage) rates?\b/i.test(query),
    note: 'The federal funds rate (FEDFUNDS, DFF) and rates of banks are not held. Of interest rates Almanac holds Treasury par yields.',
  },
];
const notHeld = (query: string) => NOT_HELD.find(({ is }) => is(query))?.note ?? null;

function nothing(query: string): Failure {
  const lists = findLists(query).map(({ code }) => code);
  const note = notHeld(query);
  const advice = adviceOnId(query, seriesId);
  const said =
    lists.length > 0
      ? `${lists.join(', ')} ${lists.length === 1 ? 'is a list' : 'are lists'} of members, which have no history: Almanac shows them on the screen Constituents.`
      : note !== null
        ? note
        : advice !== ''
          ? advice.trim()
          : `Almanac has only these datasets: ${DATASETS.map(({ title }) => title).join('; ')}.`;
  return new Failure('wrong_usage', `Nothing here matches ${quoted(query)}. ${said}`);
}
