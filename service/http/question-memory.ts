import { LRUCache } from 'lru-cache';
import type { Dataset } from '../datasets/types.ts';
import { type EconomicQuery, economicQuery } from './economic-query.ts';
import type { RawQuery } from './parameters.ts';

type Asked = { accept: string | undefined; minute: number; query: EconomicQuery };

/** Questions of each dataset; with URLs of at most `LONGEST` characters about 1 MB in all. */
const MOST = 50;
const LONGEST = 1000;
const MINUTE_MS = 60_000;

/**
 * Programs ask the same again and again, and checking a question is a third of what answering one from the page cache costs.
 * @returns `economicQuery` that remembers by URL and `Accept`. What is right depends on today, and a day begins with a minute
 * in every time zone: nothing is remembered longer. Nor are URLs that hold a key, which must not stay in memory.
 */
export function rememberQuestions(
  dataset: Dataset,
): (url: string, query: RawQuery, accept: string | undefined, now: Date) => EconomicQuery {
  const known = new LRUCache<string, Asked>({ max: MOST });
  return (url, raw, accept, now) => {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const found = known.get(url);
    if (found && found.minute === minute && found.accept === accept) return found.query;
    const query = economicQuery(dataset, raw, accept, now);
    if (raw.api_key === undefined && url.length <= LONGEST) known.set(url, { accept, minute, query });
    return query;
  };
}
