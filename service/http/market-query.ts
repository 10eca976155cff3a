import { MARKET_LIMIT_DEFAULT, MARKET_LIMIT_LARGEST } from '../contract/page-limits.ts';
import { prefersCsv } from './negotiate.ts';
import { checkMarketNames, type MarketDataset } from './parameter-names.ts';
import { formatParameter, list, onceEach, type Query, quoted, type RawQuery, single } from './parameters.ts';
import { invalid, notFound } from './refusal.ts';

/** The query parameters of the market-data group, checked. */
export type MarketQuery = {
  limit: number;
  /** At most `Number.MAX_SAFE_INTEGER`, which is past the end of any table. */
  offset: number;
  /** The offset with all its digits, as the answer repeats it: a double would change those of a large one. */
  offsetDigits: string;
  isCsv: boolean;
  /** All parameters, each of which stands once. */
  query: Query;
};

/** @throws Refusal 422 naming the parameter; nothing is capped in silence. */
export function marketQuery(dataset: MarketDataset, raw: RawQuery, accept: string | undefined): MarketQuery {
  const query = onceEach(raw);
  checkMarketNames(query, dataset);
  const limit = single(query, 'limit', String(MARKET_LIMIT_DEFAULT));
  const offset = wholeNumber(single(query, 'offset', '0') ?? '0');
  if (offset === undefined) {
    throw invalid('offset', `offset ${quoted(query.offset ?? '')} is not a whole number from 0 on.`);
  }
  const format = formatParameter(query);
  return {
    limit: limit === undefined ? MARKET_LIMIT_DEFAULT : pageSize(limit),
    offset: offset > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(offset),
    offsetDigits: String(offset),
    isCsv: format === 'csv' || (format === undefined && prefersCsv(accept)),
    query,
  };
}

function pageSize(text: string): number {
  const limit = wholeNumber(text);
  if (limit !== undefined && limit >= 1 && limit <= MARKET_LIMIT_LARGEST) return Number(limit);
  throw invalid('limit', `limit ${quoted(text)} is not a whole number from 1 to ${MARKET_LIMIT_LARGEST}.`);
}

/** @returns the number that decimal digits say, however many; `undefined` for any other text. */
function wholeNumber(text: string): bigint | undefined {
  return /^\d+$/.test(text) ? BigInt(text) : undefined;
}

/**
 * The codes of a path segment `series=A,B`; the router has undone the percent-encoding.
 * @throws Refusal 404 where it is not of this form or empty.
 */
export function selectedCodes(segment: string): string[] {
  const text = /^series=(.*)$/s.exec(segment)?.[1];
  if (text === undefined || text.trim() === '') throw notFound();
  return list(text);
}

/** @returns `codes`. @throws Refusal 404 naming the first that is not known. */
export function knownCodes(codes: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) throw notFound(unknown === '' ? '(empty)' : unknown.slice(0, 100));
  return codes;
}
