import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import type { FilePreview, FileToIngest, PreviewedRow } from '../contract/ingest.ts';
import { datasetOfList } from '../datasets/index.ts';
import type { RowTarget } from '../sources/index.ts';
import { openPreview, type PublishPreview } from '../store/index.ts';
import { jumpsFromHeld, refuseJumps, strangeLists } from './implausible.ts';
import { refinedNotes } from './import-files.ts';
import { refuseUnnamed } from './list-facts.ts';
import { keptNotes, LONGEST_GAP_DAYS, refuseShrinking } from './shrink.ts';
import { type StagedFile, type StageOptions, stageFile } from './stage-file.ts';

/** The number of the file's first rows that a preview shows, and of the values that would be replaced. */
const MOST_ROWS = 10;
const MOST_REVISIONS = 20;

/**
 * Shows what a file is and what an import would do. The file is read and checked as for an import, but into a
 * temporary database that is compared with the stored data. Nothing is stored.
 * @throws Failure if an import would, except for checks that a person can override: these give notes.
 */
export async function previewFile({
  file,
  ...options
}: StageOptions & { file: FileToIngest }): Promise<FilePreview> {
  const first = firstRows();
  let preview: PublishPreview | undefined;
  const openPublish = () => {
    preview = openPreview(options.dataDir);
    return preview.many;
  };
  const use = async (staged: StagedFile) => {
    const { name, bytes, rows } = staged;
    options.onProgress?.({ file: name, phase: 'compare', bytes, totalBytes: bytes, rows });
    if (!preview) throw new Error('A file was staged without a publish');
    return previewOf(staged, preview, first.rows);
  };
  try {
    return await stageFile(file, openPublish, options, use, first.watch);
  } finally {
    preview?.close();
  }
}

function previewOf(staged: StagedFile, preview: PublishPreview, rows: PreviewedRow[]): FilePreview {
  const { name, format, bytes, sha256, undated, isUnnamed } = staged;
  const { datasets, revisions, absent } = preview.compare(LONGEST_GAP_DAYS, MOST_REVISIONS);
  const lists = datasets.flatMap((one) => one.lists ?? []);
  const changes = datasets.map(({ dataset, revised, unchanged }) => ({
    dataset,
    held: revised + unchanged,
    revised,
  }));
  const jumps = [
    ...staged.findings,
    ...strangeLists(lists),
    ...jumpsFromHeld(staged.levels, { largest: preview.heldLargest, changes }, format.place),
  ];
  return {
    file: name,
    format: { id: format.id, title: format.title },
    bytes,
    sha256,
    datasets: datasets.map(({ first, last, refined: _, ...counts }) => ({
      ...counts,
      first: first === null ? null : dateText(first),
      last: last === null ? null : dateText(last),
    })),
    revisions: revisions.map(({ code, day, ...revision }) => ({
      ...revision,
      series: code,
      date: dateText(day),
    })),
    rows,
    undated,
    dateInName: staged.dateInName === undefined ? null : dateText(staged.dateInName),
    isUnnamed,
    notes: [
      ...staged.notes,
      ...refusedNotes(() => refuseUnnamed(staged)),
      ...refinedNotes(datasets),
      ...(format.role === 'any rows'
        ? []
        : refusedNotes(() => {
            refuseShrinking({ file: name, absent, lists, kind: 'import' });
            return keptNotes(absent, format.isPeriod ?? false);
          })),
      ...refusedNotes(() => refuseJumps(name, jumps)),
    ],
  };
}

/** @returns the notes of `judge`, or a note on what an import would refuse unless a person allows it. */
function refusedNotes(judge: () => string[] | undefined): string[] {
  try {
    return judge() ?? [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [`An import would be refused: ${error.message}`];
  }
}

/** Collects the first rows that go to a target. */
function firstRows(): { rows: PreviewedRow[]; watch: (target: RowTarget) => RowTarget } {
  const rows: PreviewedRow[] = [];
  const keep = (row: PreviewedRow) => {
    if (rows.length < MOST_ROWS) rows.push(row);
  };
  const watch = (target: RowTarget): RowTarget => {
    const series = new Map<number, Omit<PreviewedRow, 'date' | 'value'>>();
    return {
      series(dataset, code, area, columns) {
        const id = target.series(dataset, code, area, columns);
        series.set(id, { dataset, series: code, area });
        return id;
      },
      observation(id, day, value, line, rounding) {
        target.observation(id, day, value, line, rounding);
        const found = rows.length < MOST_ROWS ? series.get(id) : undefined;
        if (found) keep({ ...found, date: dateText(day), value });
      },
      constituents(code, asOf, list, line) {
        target.constituents(code, asOf, list, line);
        const date = asOf === undefined ? '' : dateText(asOf);
        const listKey = { dataset: datasetOfList(code ?? '').id, series: code ?? '', date };
        for (const { ticker, weight } of list.slice(0, MOST_ROWS))
          keep({ ...listKey, area: ticker, value: weight });
      },
      ...(target.summed ? { summed: target.summed } : {}),
      note: target.note,
    };
  };
  return { rows, watch };
}
