import type { BriefChanges, DatasetNews } from '../../service/contract/brief.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { noteText } from '../../service/series-math/brief.ts';
import { csvCell } from '../../service/series-math/spreadsheet-cells.ts';
import { citation } from '../../service/view/index.ts';
import { sentenceText } from '../explain/index.ts';
import { newsTitle, titleOfId, toldRevision } from './words.ts';

/** @param of `words`: since when; `now`: ISO 8601, UTC. @returns the brief as Markdown, with a citation of each dataset. */
export function briefMarkdown(
  changes: BriefChanges,
  catalog: Catalog | undefined,
  of: { words: string; now: string; version: string },
): string {
  const parts = changes.datasets.map((news) => {
    const lines = news.series.flatMap((one) => {
      const id = [news.dataset, one.series, one.area].filter(Boolean).join('.');
      const rows = one.revisions.map((revision) => `- ${sentenceText(toldRevision(id, revision))}`);
      const rest = one.revised - rows.length;
      // A series without a note is in the CSV.
      if (!one.note) return [];
      return [
        noteText(one.note),
        '',
        ...rows,
        ...(rest > 0 ? [`- and ${rest} smaller ${rest === 1 ? 'revision' : 'revisions'}`] : []),
      ];
    });
    return [`## ${newsTitle(news)}`, '', ...lines].join('\n').trimEnd();
  });
  const citations = changes.datasets.map(({ dataset, series: [first], lists: [list] }) => {
    const { publisher, title = dataset } = findDataset(dataset) ?? {};
    const code = first?.series ?? list?.series ?? '';
    const held = catalog?.datasets.find(({ id }) => id === dataset);
    const name = titleOfId([dataset, code, first?.area].filter(Boolean).join('.'));
    return `- ${citation({ publisher, title: `${title}: ${name}`, id: `${dataset}.${code}`, loaded: held?.last_update ?? null, ...of })}`;
  });
  return `${[`# What is new ${of.words}`, `Almanac ${of.version}, ${of.now.slice(0, 16).replace('T', ' ')} UTC.`, ...parts, '## Sources', citations.join('\n')].join('\n\n')}\n`;
}

/** @param news each with all of its rows. @returns all changes as CSV: a row a new or revised observation. */
export function changesCsv(news: readonly DatasetNews[]): string {
  const rows = news.flatMap(({ dataset, series }) =>
    series.flatMap((one) => [
      ...one.revisions.map((row) => [
        dataset,
        one.series,
        one.area,
        row.date,
        row.old_value,
        row.new_value,
        String(row.run),
      ]),
      ...one.added.map((row) => [dataset, one.series, one.area, row.date, '', row.value, String(row.run)]),
    ]),
  );
  const head = ['dataset', 'series', 'area', 'date', 'old', 'new', 'run'];
  return `${[head, ...rows].map((row) => row.map((cell) => csvCell(cell)).join(',')).join('\n')}\n`;
}

/** @param news each with all of its rows. @returns how many rows `changesCsv` makes of them. */
export function rowCount(news: readonly DatasetNews[]): number {
  return news.reduce(
    (sum, { series }) =>
      sum + series.reduce((rows, one) => rows + one.revisions.length + one.added.length, 0),
    0,
  );
}
