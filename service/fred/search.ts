import { Type } from 'typebox';
import { text } from '../api/index.ts';
import { findChoices } from '../datasets/find-choices.ts';
import type { SeriesChoice } from '../datasets/series-choice.ts';
import { STATES } from '../datasets/states.ts';
import { fredRoute } from './fred-route.ts';
import { FRED_SERIES, type FredSeries, fredSeriesOf } from './fred-series.ts';
import { SERIES_LIST_BODY } from './schemas.ts';
import { LIST_PARAMETERS, NO_TAGS, seriesList } from './series-list.ts';

const SEARCH_TYPES = ['full_text', 'series_id'] as const;

/** `GET /fred/series/search`. */
export const SEARCH = fredRoute(
  {
    path: '/fred/series/search',
    id: 'get_fred_series_search',
    summary: 'Series with an id of FRED that match words, or a part of the id',
    description: 'As `fred/series/search` of FRED, among the series that Almanac holds observations of.',
    query: Type.Object({
      search_text: text(
        'Words, or with `search_type=series_id` a part of an id, in which `*` stands for any letters',
        {
          example: 'initial claims',
          right: 'initial+claims',
          isCheckedLater: true,
        },
      ),
      search_type: Type.Optional(
        text('What is searched', { enum: SEARCH_TYPES, default: 'full_text', right: 'series_id' }),
      ),
      ...LIST_PARAMETERS,
    }),
    answered: { description: 'Series', json: { schema: SERIES_LIST_BODY }, xml: true },
    missing: NO_TAGS,
  },
  async (values, about) => {
    const isById = values.search_type === 'series_id';
    const found = isById ? byId(values.search_text) : byWords(values.search_text);
    return seriesList(found, values, isById ? 'series_id' : 'search_rank', about);
  },
);

/** @returns the best first. A query that names no state finds the series of all states, after the others. */
function byWords(query: string): FredSeries[] {
  const found = findChoices(query, ANY_STATE);
  const isOfAny = ({ area }: SeriesChoice) => area === ANY_STATE;
  const ofStates = found
    .filter(isOfAny)
    .flatMap((choice) => Object.keys(STATES).map((area) => ({ ...choice, area })));
  return [...found.filter((choice) => !isOfAny(choice)), ...ofStates].flatMap(
    (choice) => fredSeriesOf(choice) ?? [],
  );
}

/** Stands for every state. */
const ANY_STATE = '*';

function byId(pattern: string): FredSeries[] {
  const letters = pattern.toUpperCase().replaceAll(/[^A-Z0-9_*]/g, '');
  if (!letters.includes('*')) return FRED_SERIES.filter(({ id }) => id.includes(letters));
  return FRED_SERIES.filter(({ id }) => isLike(id, letters));
}

/** A regular expression of many stars would try all their lengths. @returns whether an id has the parts between the stars in order. */
function isLike(id: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!id.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = id.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return id.length - last.length >= from && id.endsWith(last);
}
