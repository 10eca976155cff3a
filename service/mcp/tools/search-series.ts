import { Type } from 'typebox';
import { Failure, quoted } from '../../contract/failure.ts';
import { findChoices, findLists } from '../../datasets/find-choices.ts';
import { DATASETS } from '../../datasets/index.ts';
import { adviceOnId } from '../../datasets/nearest-choices.ts';
import { seriesId } from '../../datasets/series-choice.ts';
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
    "Finds the ids of series by words of their title, a topic, a state ('texas initial claims') or a publisher's own id ('UNRATE', 'JTSJOL'). Never guess an id: search for it. Ids of state series end with the state's postal code.",
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
    found: Type.Integer({ description: 'How many there are' }),
    left_out: Type.Union([Type.String(), Type.Null()]),
    chart: Type.String(),
  }),
  run({ query, limit = USUAL }: { query: string; limit?: number }, desk) {
    const found = findChoices(query, ANY_STATE);
    if (found.length === 0) throw nothing(query);
    const facts = factsOf(desk, found.slice(0, limit));
    return fitted(facts.length, (count) => {
      const series = facts.slice(0, count);
      const rest = found.length - count;
      const left_out =
        rest > 0
          ? `${found.length} match; the rest is left out. Use other words, or a limit up to ${MOST}.`
          : null;
      const ids = found.slice(0, Math.min(count, MOST_LINES)).map(seriesId);
      const chart = chartAddress(desk.addresses, { series: ids.join(',') });
      return {
        structured: { series, found: found.length, left_out, chart },
        text: [
          ...series.map(factsText),
          ...(left_out === null ? [] : [left_out]),
          `Chart of ${ids.length === 1 ? 'it' : 'the first'}: ${chart}`,
        ].join('\n'),
      };
    });
  },
};

/** Where a query names no state, series by state are told with this one; its place in the id says that others can stand there. */
const ANY_STATE = 'CA';
/** Lines of the chart that the answer leads to. */
const MOST_LINES = 3;

function nothing(query: string): Failure {
  const lists = findLists(query).map(({ code }) => code);
  const advice = adviceOnId(query, seriesId);
  const said =
    lists.length > 0
      ? `${lists.join(', ')} is a list of members, which has no history: Almanac shows it on the screen Constituents.`
      : advice !== ''
        ? advice.trim()
        : `Almanac has only these datasets: ${DATASETS.map(({ title }) => title).join('; ')}.`;
  return new Failure('wrong_usage', `Nothing here matches ${quoted(query)}. ${said}`);
}
