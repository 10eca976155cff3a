import { distance } from 'fastest-levenshtein';
import type { Dataset } from '../datasets/types.ts';
import { type Query, quoted } from './parameters.ts';
import { invalid, type Refusal } from './refusal.ts';

/**
 * The law says nothing of names that no route knows. One that is nearly a parameter, or a parameter of another route, would
 * be passed over in silence and answer another question than was asked: it is refused. Any other name passes, since tools add
 * some of their own (`_=1` against caches).
 */

const DERIVATION = ['units', 'frequency', 'aggregation_method', 'index_date'];
const ECONOMIC = ['api_key', 'series', 'date_from', 'date_to', 'as_of', ...DERIVATION, 'format', 'token_id'];
const MARKET = ['limit', 'offset', 'format'];
const ALL = [...ECONOMIC, 'state', 'limit', 'offset'];
export type MarketDataset = 'yields' | 'constituents';

const LONGEST_NAME = 25;

/** What other services call these parameters. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  tenor: 'series',
  tenors: 'series',
  maturity: 'series',
  series_id: 'series',
  date: 'date_from',
  from: 'date_from',
  start: 'date_from',
  start_date: 'date_from',
  observation_start: 'date_from',
  to: 'date_to',
  end: 'date_to',
  end_date: 'date_to',
  observation_end: 'date_to',
  vintage: 'as_of',
  vintage_date: 'as_of',
  vintage_dates: 'as_of',
  freq: 'frequency',
  token: 'token_id',
  page: 'offset',
  page_size: 'limit',
  per_page: 'limit',
};

/** @throws Refusal 422 naming a parameter that asks for something which a path of the economic-data group would pass over. */
export function checkEconomicNames(query: Query, dataset: Dataset): void {
  check(query, dataset.byState ? OF_STATES : OF_NATION, (name) =>
    name === 'state'
      ? `${dataset.id} is not by state. Leave it out.`
      : 'pages of economic data follow pagination.next_url. Leave it out.',
  );
}

/** As `checkEconomicNames`, of the market-data group. A key in the query is passed over there, as the law has it. */
export function checkMarketNames(query: Query, dataset: MarketDataset): void {
  check(query, dataset === 'yields' ? OF_YIELDS : OF_CONSTITUENTS, (name) => {
    if (name === 'series') return `codes stand in the path: /${dataset}/series=${EXAMPLES[dataset]}.`;
    if (name === 'token_id') return 'pages are asked for with limit and offset. Leave it out.';
    if (name === 'date_from' || name === 'date_to')
      return `${dataset} are not narrowed by date. Leave it out, and take the rows that you need.`;
    return DERIVATION.includes(name)
      ? `${dataset} are told as published. Leave it out.`
      : `it is for economic data, not for ${dataset}. Leave it out.`;
  });
}

const OF_NATION: ReadonlySet<string> = new Set(ECONOMIC);
const OF_STATES: ReadonlySet<string> = new Set([...ECONOMIC, 'state']);
const OF_YIELDS: ReadonlySet<string> = new Set([...MARKET, ...DERIVATION]);
const OF_CONSTITUENTS: ReadonlySet<string> = new Set(MARKET);
const EXAMPLES = { yields: 'US2Y,US10Y', constituents: 'SP500' };

/** @param why a parameter of another path means nothing here, and what would be right. */
function check(query: Query, known: ReadonlySet<string>, why: (name: string) => string): void {
  for (const given in query) {
    if (known.has(given)) continue;
    const meant = meantBy(given);
    if (meant === undefined || (meant === 'api_key' && !known.has('api_key'))) continue;
    throw known.has(meant)
      ? invalid(given, `${quoted(given)} is not a parameter. Did you mean ${meant}?`)
      : meaningless(given, meant, why(meant));
  }
}

function meaningless(given: string, meant: string, why: string): Refusal {
  const what =
    given === meant ? `${given} means nothing here` : `${quoted(given)} is not a parameter; for ${meant}`;
  return invalid(given, `${what}: ${why}`);
}

/** @returns the parameter that a name is, is nearly, or is called elsewhere; `undefined` where it is none. */
function meantBy(given: string): string | undefined {
  if (given.length > LONGEST_NAME) return undefined;
  const name = given.toLowerCase().replaceAll('-', '_');
  if (Object.hasOwn(OTHER_WORDS, name)) return OTHER_WORDS[name];
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const one of ALL) {
    const far = distance(name, one);
    if (far < least && far <= allowance(name, one)) {
      found = one;
      least = far;
    }
  }
  return found;
}

/** One letter of a short name, two of a longer one, or two that changed places: short names are too near to each other for more. */
function allowance(name: string, known: string): number {
  return known.length > 5 || letters(name) === letters(known) ? 2 : 1;
}

function letters(name: string): string {
  return [...name].sort().join('');
}
