import type { ApiKeyLine } from '../../service/contract/access.ts';
import { ECONOMIC_PREFIX, FRED_PREFIX } from '../../service/contract/names.ts';
import { CSV_FORMAT, JSON_FORMAT } from '../../service/contract/table-formats.ts';
import { SMALL_REQUEST } from '../../service/datasets/examples.ts';
import { DATASETS, type Dataset, findDataset } from '../../service/datasets/index.ts';
import { FRED_KEY_VARIABLE, KEY_VARIABLE } from './commands.ts';

/** The form of 'Try it': texts as the user typed them. They may be wrong; the API judges them. */
export type TryForm = {
  dataset: string;
  series: readonly string[];
  from: string;
  to: string;
  /** Postal codes with commas; '' for all. */
  state: string;
  limit: string;
  offset: string;
  format: 'json' | 'csv';
};

const BLANK = { from: '', to: '', state: '', limit: '', offset: '', format: JSON_FORMAT } as const;

/**
 * @returns a small request that works: the headline series, in the year of the newest observation.
 * @param lastDate last date of the dataset, `YYYY-MM-DD`; today where it has no data
 */
export function usualForm(dataset: Dataset, lastDate: string): TryForm {
  const form = { ...BLANK, dataset: dataset.id, series: [dataset.headline] };
  if (dataset.group === 'market-data') return { ...form, limit: '5', offset: '0' };
  return {
    ...form,
    from: `${lastDate.slice(0, 4)}-01-01`,
    to: lastDate,
    ...(dataset.byState && { state: 'CA,NY' }),
  };
}

/** @returns the API path with query, without a key. Empty fields are left out, so that the API says what is missing. */
export function tryPath(form: TryForm): string {
  const dataset = findDataset(form.dataset);
  const isMarket = dataset?.group === 'market-data';
  const codes = form.series.map(encodeURIComponent).join(',');
  const parameters: readonly (readonly [string, string])[] = isMarket
    ? [
        ['limit', form.limit],
        ['offset', form.offset],
      ]
    : [
        ['series', codes],
        ['date_from', form.from],
        ['date_to', form.to],
        ...(dataset?.byState ? [['state', form.state] as const] : []),
      ];
  const all = [...parameters, ['format', form.format === CSV_FORMAT ? CSV_FORMAT : ''] as const];
  const query = all
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${name}=${name === 'series' ? value : encoded(value.trim())}`)
    .join('&');
  const path = isMarket ? `/${form.dataset}/series=${codes}` : `${ECONOMIC_PREFIX}/${form.dataset}`;
  return query === '' ? path : `${path}?${query}`;
}

/** @returns the form whose path this is, or `undefined` where it is the path of no dataset. */
export function parseTryPath(path: string): TryForm | undefined {
  const [place = '', query = ''] = path.split(/\?(.*)/s);
  const dataset = DATASETS.find((one) =>
    one.group === 'market-data'
      ? place.startsWith(`/${one.id}/series=`)
      : place === `${ECONOMIC_PREFIX}/${one.id}`,
  );
  if (!dataset) return undefined;
  const parameters = new URLSearchParams(query);
  const codes =
    dataset.group === 'market-data' ? decoded(place.split('=')[1] ?? '') : (parameters.get('series') ?? '');
  return {
    dataset: dataset.id,
    series: codes.split(',').filter((code) => code !== ''),
    from: parameters.get('date_from') ?? '',
    to: parameters.get('date_to') ?? '',
    state: parameters.get('state') ?? '',
    limit: parameters.get('limit') ?? '',
    offset: parameters.get('offset') ?? '',
    format: parameters.get('format') === CSV_FORMAT ? CSV_FORMAT : JSON_FORMAT,
  };
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A link that was written by hand: the text is taken as it is.
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

/**
 * @returns for the first test of a new key: the environment variable that it belongs into, and the path of a small request that it is
 * good for and that always works.
 */
export function firstTest({ is_for_fred }: Pick<ApiKeyLine, 'is_for_fred'>): {
  variable: string;
  path: string;
} {
  return is_for_fred
    ? {
        variable: FRED_KEY_VARIABLE,
        path: `${FRED_PREFIX}/series/observations?series_id=ICSA&file_type=json&limit=5`,
      }
    : { variable: KEY_VARIABLE, path: `${SMALL_REQUEST}?limit=5` };
}
