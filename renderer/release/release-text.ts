import type { Dataset } from '../../service/datasets/index.ts';
import { csvCell } from '../../service/series-math/spreadsheet-cells.ts';
import { type ReleaseRow, referenceTitles } from './release-rows.ts';

/** The content of a copy or a file of the table. */
export type ReleaseContent = {
  dataset: Dataset;
  rows: readonly ReleaseRow[];
  date: string;
  /** Empty where the dataset is not by state. */
  state: string;
  isSample: boolean;
};

/**
 * @returns the table as tab-separated text, which spreadsheets paste as cells: values and changes without grouping, an empty cell where
 * there is none.
 */
export function releaseTsv({ dataset, rows, isSample }: ReleaseContent): string {
  const head = [
    isSample ? `Sample data, ${dataset.title}` : dataset.title,
    'Unit',
    'Date',
    'Newest',
    ...referenceTitles(dataset).flatMap((title) => [title, `Change from ${title.toLowerCase()}`]),
  ];
  const body = rows.map(({ series, date = '', value = '', compared }) => [
    series.title,
    series.unit,
    date,
    value,
    ...compared.flatMap((one) => [one?.value ?? '', one?.change ?? '']),
  ]);
  return [head, ...body].map((row) => row.join('\t')).join('\n');
}

/** @returns the table as CSV for programs: a row a series and comparison, with code, both dates and both values. */
export function releaseCsv({ dataset, rows, state }: ReleaseContent): string {
  const titles = referenceTitles(dataset);
  const head = [
    'dataset',
    'series',
    'state',
    'unit',
    'date',
    'value',
    'compared_with',
    'earlier_date',
    'earlier_value',
    'change',
    'percent',
  ];
  const body = rows.flatMap(({ series, date = '', value = '', compared }) =>
    titles.map((title, i) => [
      ...[dataset.id, series.code, state, series.unit, date, value, title],
      ...[
        compared[i]?.date ?? '',
        compared[i]?.value ?? '',
        compared[i]?.change ?? '',
        compared[i]?.percent ?? '',
      ],
    ]),
  );
  return `${[head, ...body].map((row) => row.map((cell) => csvCell(cell)).join(',')).join('\n')}\n`;
}

/** @returns the file name of the CSV, which says where the data are sample data. */
export function releaseFileName({ dataset, date, state, isSample }: ReleaseContent): string {
  return `${[dataset.id, state, date, isSample ? 'sample' : ''].filter(Boolean).join('_')}.csv`;
}
