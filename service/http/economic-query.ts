import { dateText } from '../contract/dates.ts';
import { isStateCode, STATES } from '../contract/states.ts';
import type { Dataset } from '../datasets/types.ts';
import type { Derivation } from '../derived/index.ts';
import type { SeriesSelection } from '../store/index.ts';
import { suggestion } from './close-word.ts';
import { asOfParameter, dateRange } from './date-parameters.ts';
import { derivationParameters } from './derivation-parameters.ts';
import { prefersCsv } from './negotiate.ts';
import { checkEconomicNames } from './parameter-names.ts';
import {
  formatParameter,
  list,
  onceEach,
  type Query,
  quoted,
  type RawQuery,
  required,
  single,
} from './parameters.ts';
import { invalid } from './refusal.ts';

/** A question to the economic-data group, checked. */
export type EconomicQuery = {
  selection: SeriesSelection;
  /** What is to be made of the observations; `undefined`: as published. */
  derivation: Derivation | undefined;
  isCsv: boolean;
  /** The parameters in one form and order, without key and token; `next_url` repeats them and a token is bound to them. */
  canonical: string;
  /** Of the page, not yet judged. */
  token: string | undefined;
};

/**
 * @returns the question that the query asks.
 * @throws Refusal 422 naming the parameter.
 */
export function economicQuery(
  dataset: Dataset,
  raw: RawQuery,
  accept: string | undefined,
  now: Date,
): EconomicQuery {
  const query = onceEach(raw);
  checkEconomicNames(query, dataset);
  const codes = seriesParameter(dataset, query);
  const { from, to } = dateRange(query, now);
  const areas = dataset.byState ? stateParameter(query) : undefined;
  const asOf = asOfParameter(query, now);
  const { derivation, canonical } = derivationParameters(dataset, codes, query, now);
  const format = formatParameter(query);
  const isCsv = format === 'csv' || (format === undefined && prefersCsv(accept));
  const parameters = [
    `series=${codes.join(',')}`,
    `date_from=${dateText(from)}`,
    `date_to=${dateText(to)}`,
    ...(areas ? [`state=${areas.join(',')}`] : []),
    ...(asOf === undefined ? [] : [`as_of=${dateText(asOf)}`]),
    ...canonical,
    ...(format || isCsv ? [`format=${isCsv ? 'csv' : 'json'}`] : []),
  ];
  return {
    selection: { dataset: dataset.id, codes, areas, from, to, asOf },
    derivation,
    isCsv,
    canonical: parameters.join('&'),
    token: single(query, 'token_id', 'the-one-in-next_url'),
  };
}

function seriesParameter(dataset: Dataset, query: Query): string[] {
  const known = dataset.series.map(({ code }) => code);
  const codes = list(required(query, 'series', dataset.headline));
  for (const code of codes) {
    if (code === '') {
      throw invalid(
        'series',
        `series has an empty element. Write codes with one comma between them: ${dataset.headline}.`,
      );
    }
    if (!known.includes(code)) {
      throw invalid('series', `${quoted(code)} is not a series of ${dataset.id}.${suggestion(code, known)}`);
    }
  }
  return codes;
}

function stateParameter(query: Query): string[] | undefined {
  const text = single(query, 'state', 'CA,NY');
  if (text === undefined) return undefined;
  const areas = list(text);
  for (const area of areas) {
    if (isStateCode(area)) continue;
    if (area === '') throw invalid('state', 'state has an empty element. Write for example state=CA,NY.');
    const upper = area.toUpperCase();
    const right = isStateCode(upper)
      ? ` Did you mean ${upper}?`
      : ` Use two-letter postal codes: ${Object.keys(STATES).join(', ')}.`;
    throw invalid('state', `${quoted(area)} is not a state.${right}`);
  }
  return areas;
}
