import type { Static } from 'typebox';
import { dayNumber, instantText } from '../calendar/dates.ts';
import { JSON_FORMAT } from '../contract/table-formats.ts';
import type { Dataset } from '../datasets/index.ts';
import type { Derivation } from '../derived/index.ts';
import type { SeriesSelection } from '../store/index.ts';
import type { EconomicQuestion } from './economic-request.ts';
import {
  type ApiFormat,
  checkAsOf,
  checkDays,
  derivationOf,
  type economicParameters,
  formatOf,
} from './parameters.ts';
import { canonicalOf, type RawQuery, type ReadQuery } from './query.ts';

/** A question to the economic-data group, checked. */
export type EconomicQuery = EconomicQuestion & {
  selection: SeriesSelection;
  /** The day or instant that the data are as of, as it was asked for. */
  asOf: string | undefined;
  /** Other units or a lower frequency; `undefined`: as published. */
  derivation: Derivation | undefined;
  format: ApiFormat;
  /** Of a table: a row a date. */
  isWide: boolean;
};

/**
 * @returns the question that the query asks.
 * @throws Refusal 422 naming the parameter.
 */
export function economicQuery(
  dataset: Dataset,
  read: ReadQuery<Static<ReturnType<typeof economicParameters>>>,
  raw: RawQuery,
  accept: string | undefined,
  now: Date,
): EconomicQuery {
  let derivation: Derivation | undefined;
  const { token_id, ...asked } = read(raw, {
    date_to: (days) => checkDays(days, now),
    as_of: ({ as_of }) => checkAsOf(as_of, now),
    index_date: (words) => {
      derivation = derivationOf(dataset, words.series ?? [], words, now);
    },
  });
  const format = formatOf(asked.format, accept);
  if (format !== JSON_FORMAT) asked.format = format;
  const isWide = format !== JSON_FORMAT && asked.layout === 'wide';
  // It means nothing for JSON, whose pages must not differ by it.
  if (!isWide) delete asked.layout;
  return {
    selection: {
      dataset: dataset.id,
      codes: asked.series,
      areas: asked.state,
      from: dayNumber(asked.date_from) as number,
      to: dayNumber(asked.date_to) as number,
      asOf: asked.as_of === undefined ? undefined : instantText(asked.as_of),
    },
    asOf: asked.as_of,
    derivation,
    format,
    isWide,
    canonical: canonicalOf(asked),
    token: token_id,
  };
}
