import type { ApiKeyLine } from '../../service/contract/access.ts';
import { ECONOMIC_PREFIX, FRED_PREFIX } from '../../service/contract/names.ts';
import { CSV_FORMAT, JSON_FORMAT } from '../../service/contract/table-formats.ts';
import { SMALL_REQUEST } from '../../service/datasets/examples.ts';
import { DATASETS, type Dataset, findDataset } from '../../service/datasets/index.ts';
import { FRED_KEY_VARIABLE, KEY_VARIABLE } from './client-programs.ts';

/** Parameters entered as text. `state`: comma-separated postal codes, '' for all. */
type TypedParameter = 'date_from' | 'date_to' | 'state' | 'limit' | 'offset';

/** The form of 'Try it': texts as typed, perhaps invalid; the API validates them. */
export type TryForm = Record<TypedParameter | 'dataset', string> & {
  series: readonly string[];
  format: 'json' | 'csv';
};

const BLANK = {
  ...{ date_from: '', date_to: '', state: '', limit: '', offset: '' },
  format: JSON_FORMAT,
} as const;

export function typedParameters(dataset: Dataset | undefined): readonly TypedParameter[] {
  if (dataset?.group === 'market-data') return ['limit', 'offset'];
  return dataset?.byState ? ['date_from', 'date_to', 'state'] : ['date_from', 'date_to'];
}

/**
 * @returns a small request that works: the headline series in the year of the newest observation. @param
 * lastDate the dataset's last date, `YYYY-MM-DD`; today if it has no data
 */
export function usualForm(dataset: Dataset, lastDate: string): TryForm {
  const form = { ...BLANK, dataset: dataset.id, series: [dataset.headline] };
  if (dataset.group === 'market-data') return { ...form, limit: '5', offset: '0' };
  const year = { date_from: `${lastDate.slice(0, 4)}-01-01`, date_to: lastDate };
  return { ...form, ...year, ...(dataset.byState && { state: 'CA,NY' }) };
}

/** @returns the API path without a key. Leaves out empty fields: the API reports what is missing. */
export function tryPath(form: TryForm): string {
  const dataset = findDataset(form.dataset);
  const isMarket = dataset?.group === 'market-data';
  const codes = form.series.map(encodeURIComponent).join(',');
  const query = [
    ['series', isMarket ? '' : codes],
    ...typedParameters(dataset).map((name) => [
      name,
      encodeURIComponent(form[name].trim()).replaceAll('%2C', ','),
    ]),
    ['format', form.format === CSV_FORMAT ? CSV_FORMAT : ''],
  ]
    .filter(([, value]) => value !== '')
    .map((parameter) => parameter.join('='))
    .join('&');
  const path = isMarket ? `/${form.dataset}/series=${codes}` : `${ECONOMIC_PREFIX}/${form.dataset}`;
  return query === '' ? path : `${path}?${query}`;
}

/** @returns the form for a path; `undefined` if the path belongs to no dataset. */
export function parseTryPath(path: string): TryForm | undefined {
  const [place = '', query = ''] = path.split(/\?(.*)/s);
  const dataset = DATASETS.find(({ id, group }) =>
    group === 'market-data' ? place.startsWith(`/${id}/series=`) : place === `${ECONOMIC_PREFIX}/${id}`,
  );
  if (!dataset) return undefined;
  const parameters = new URLSearchParams(query);
  const text = (name: string) => parameters.get(name) ?? '';
  const codes = dataset.group === 'market-data' ? decoded(place.split('=')[1] ?? '') : text('series');
  return {
    dataset: dataset.id,
    series: codes.split(',').filter((code) => code !== ''),
    date_from: text('date_from'),
    date_to: text('date_to'),
    state: text('state'),
    limit: text('limit'),
    offset: text('offset'),
    format: text('format') === CSV_FORMAT ? CSV_FORMAT : JSON_FORMAT,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // The link was written by hand: use the text unchanged.
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

/** @returns a test for a new key: its environment variable, and the path of a request that works. */
export function firstTest({ is_for_fred }: Pick<ApiKeyLine, 'is_for_fred'>) {
  return is_for_fred
    ? {
        variable: FRED_KEY_VARIABLE,
        path: `${FRED_PREFIX}/series/observations?series_id=ICSA&file_type=json&limit=5`,
      }
    : { variable: KEY_VARIABLE, path: `${SMALL_REQUEST}?limit=5` };
}
