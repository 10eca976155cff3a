import { seeded } from '../faults/damage.ts';

/** Requests to the API by chance, made from its OpenAPI document, so that a new path or parameter is requested too. */

type Parameter = {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: { type?: string; enum?: string[]; items?: { enum?: string[] } };
  example?: unknown;
};
type Operation = { parameters?: Parameter[]; security?: unknown[] };
type OpenApi = { paths: Record<string, { get?: Operation }> };
type Endpoint = { path: string; isEconomic: boolean; needsKey: boolean; parameters: readonly Parameter[] };
export type RandomRequest = { path: string; headers?: Readonly<Record<string, string>> };

/** @returns the paths that take GET. */
export function endpointsOf(document: OpenApi): Endpoint[] {
  return Object.entries(document.paths).flatMap(([template, { get }]) => {
    if (get === undefined) return [];
    const codes = get.parameters?.find((parameter) => parameter.in === 'path');
    return {
      path: template.replace(/\{.*\}/, String(codes?.example ?? '')),
      isEconomic: template.includes('/economic-data/'),
      needsKey: get.security === undefined || get.security.length > 0,
      parameters: (get.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    };
  });
}

const ACCEPTS = [
  'text/csv',
  'application/json',
  '*/*',
  'text/csv;q=0.5, application/json;q=0.9',
  'text/html',
];
const ENCODINGS = ['gzip', 'br', 'gzip;q=0.5, br', 'identity', 'zstd', 'gzip, br, deflate'];
const DAY_MS = 86_400_000;
const FIRST = Date.UTC(1985, 0, 1);
const LAST = Date.UTC(2027, 1, 28);

/** @returns valid requests to all endpoints with data, the same for the same seed. */
export function randomRequests(endpoints: readonly Endpoint[], count: number, seed: number): RandomRequest[] {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)] as One;
  const isChosen = (chance: number): boolean => random() < chance;
  const day = (): string =>
    new Date(FIRST + below((LAST - FIRST) / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  const some = (from: readonly string[], most: number): string[] =>
    Array.from({ length: 1 + below(Math.min(most, from.length)) }, () => pick(from));
  const valuesOf = (all: readonly Parameter[], name: string): readonly string[] => {
    const schema = all.find((one) => one.name === name)?.schema;
    return schema?.enum ?? schema?.items?.enum ?? [];
  };
  const asked = endpoints.filter(({ needsKey }) => needsKey);
  return Array.from({ length: count }, (_, at) => {
    const { path, parameters, isEconomic } = asked[at % asked.length] as Endpoint;
    const takes = (parameter: string): boolean => parameters.some((one) => one.name === parameter);
    const query: Record<string, string> = {};
    const maybe = (parameter: string, chance: number, value: () => string): void => {
      if (takes(parameter) && isChosen(chance)) query[parameter] = value();
    };
    if (isEconomic) {
      query.series = some(valuesOf(parameters, 'series'), 6).join(',');
      const [from = '', to = ''] = [
        isChosen(0.5) ? '2015-01-01' : day(),
        isChosen(0.5) ? '2026-12-31' : day(),
      ].sort();
      query.date_from = from;
      query.date_to = to;
    }
    maybe('state', 0.7, () => some(valuesOf(parameters, 'state'), 5).join(','));
    maybe('as_of', 0.25, () => `2027-01-${String(1 + below(31)).padStart(2, '0')}`);
    maybe('frequency', 0.45, () => pick(valuesOf(parameters, 'frequency')));
    if (query.frequency)
      maybe('aggregation_method', 0.5, () => pick(valuesOf(parameters, 'aggregation_method')));
    maybe('units', 0.55, () => pick(valuesOf(parameters, 'units')));
    if (query.units === 'nbd') query.index_date = isEconomic && isChosen(0.5) ? '2020-02-01' : day();
    maybe('limit', 0.6, () => String(1 + below(isChosen(0.2) ? 5000 : 200)));
    maybe('offset', 0.5, () => String(below(isChosen(0.2) ? 20_000 : 600)));
    maybe('format', 0.4, () => pick(['csv', 'json']));
    const headers: Record<string, string> = {};
    if (isChosen(0.3)) headers.Accept = pick(ACCEPTS);
    if (isChosen(0.3)) headers['Accept-Encoding'] = pick(ENCODINGS);
    const isDerivedYield = path.includes('/yields/') && isChosen(0.8);
    const shown = isDerivedYield ? path.replace('US2Y,US10Y', some(YIELDS, 4).join(',')) : path;
    const words = Object.entries(query).map(([one, value]) => `${one}=${encodeURIComponent(value)}`);
    return { path: [shown, words.join('&')].filter((part) => part !== '').join('?'), headers };
  });
}

const YIELDS = ['US1M', 'US1_5M', 'US3M', 'US1Y', 'US2Y', 'US10Y', 'US20Y', 'US30Y'];
