import { MARKET_LIMIT_DEFAULT, MARKET_LIMIT_LARGEST } from '../contract/page-limits.ts';
import { prefersCsv } from './negotiate.ts';
import { checkMarketNames, type MarketDataset } from './parameter-names.ts';
import { formatParameter, list, quoted, type RawQuery, single } from './parameters.ts';
import { invalid, notFound } from './refusal.ts';

/** The query parameters of the market-data group, checked. */
export type MarketQuery = { limit: number; offset: number; isCsv: boolean };

/** @throws Refusal 422 naming the parameter; nothing is capped in silence. */
export function marketQuery(
  dataset: MarketDataset,
  query: RawQuery,
  accept: string | undefined,
): MarketQuery {
  checkMarketNames(query, dataset);
  const limit = wholeNumber(query, 'limit', { least: 1, most: MARKET_LIMIT_LARGEST }) ?? MARKET_LIMIT_DEFAULT;
  const offset = wholeNumber(query, 'offset', { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? 0;
  const format = formatParameter(query);
  return { limit, offset, isCsv: format === 'csv' || (format === undefined && prefersCsv(accept)) };
}

function wholeNumber(
  query: RawQuery,
  name: 'limit' | 'offset',
  { least, most }: { least: number; most: number },
): number | undefined {
  const text = single(query, name, name === 'limit' ? '100' : '0');
  if (text === undefined) return undefined;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const range = name === 'limit' ? `from ${least} to ${most}` : 'from 0 on';
  throw invalid(name, `${name} ${quoted(text)} is not a whole number ${range}.`);
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
