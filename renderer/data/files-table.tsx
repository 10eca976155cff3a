import { Box, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { HostJob } from '../../service/contract/host.ts';
import type { FilePreview } from '../../service/contract/ingest.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { listText } from '../../service/view/index.ts';
import { useFileWork } from '../api/index.ts';
import styles from './data.module.css';
import { changesText, sumOfChanges } from './describe.ts';

/** A file of several: what it is, once it is read, and what became of it. */
type Row = {
  file: File;
  preview?: FilePreview;
  /** Why it cannot be imported, or was not. */
  problem?: string;
  /** What its import changed. */
  result?: string;
};

/**
 * Several files at once: a table of what each is, 'Import all', and what became of each. Every file is imported whole or not at all, and
 * a wrong one does not stop the others; the one with the newest values comes last, because the last value counts.
 */
export function FilesTable(props: {
  files: readonly File[];
  titles: ReadonlyMap<string, string>;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}) {
  const { files, titles, onBusy } = props;
  const [rows, setRows] = useState<readonly Row[]>(() => files.map((file) => ({ file })));
  const [phase, setPhase] = useState<'reading' | 'ready' | 'importing' | 'done'>('reading');
  const work = useFileWork();
  const stopping = useRef<AbortController>(undefined);

  async function runAll(what: 'preview' | 'import', order: readonly File[], signal: AbortSignal) {
    onBusy(true);
    setPhase(what === 'preview' ? 'reading' : 'importing');
    try {
      for (const file of order) {
        const found = await work.run(what, file, signal).then(outcome, (error: unknown) => ({
          problem: error instanceof Error ? error.message : String(error),
        }));
        if (signal.aborted) return;
        setRows((before) => before.map((row) => (row.file === file ? { ...row, ...found } : row)));
      }
      setPhase(what === 'preview' ? 'ready' : 'done');
    } finally {
      onBusy(false);
      if (what === 'import') await work.settle();
    }
  }

  function begin(what: 'preview' | 'import', order: readonly File[]): AbortController {
    const controller = new AbortController();
    stopping.current = controller;
    void runAll(what, order, controller.signal);
    return controller;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are read once; others come with another key
  useEffect(() => {
    const controller = begin('preview', files);
    return () => {
      controller.abort();
      stopping.current?.abort();
    };
  }, []);

  const good = rows.filter(({ preview, problem }) => preview && problem === undefined);
  return (
    <Box component="section" p="0.25rem 0 0.5rem" aria-label="Files to import">
      <Box className="row gap-8" p="0.5rem 1rem">
        <p className="grow" role="status">
          {summary(rows, phase)}
        </p>
        <Button variant="default" disabled={phase === 'importing'} onClick={props.onClose}>
          {phase === 'done' ? 'Done' : 'Close'}
        </Button>
        {phase !== 'done' && (
          <Button
            loading={phase === 'importing'}
            disabled={phase !== 'ready' || good.length === 0}
            onClick={() => begin('import', newestLast(good))}
          >
            Import all
          </Button>
        )}
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
      <section className={styles.log} aria-label="What each file is" tabIndex={0}>
        <table className={`data-table ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Dataset</th>
              <th scope="col" className="to-right">
                Rows
              </th>
              <th scope="col">Period</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              // Two files may have one name, from two folders.
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
              <FileRow key={i} row={row} titles={titles} />
            ))}
          </tbody>
        </table>
      </section>
    </Box>
  );
}

function FileRow({ row, titles }: { row: Row; titles: ReadonlyMap<string, string> }) {
  const { file, preview, problem, result } = row;
  const datasets = preview?.datasets ?? [];
  const days = periodOf(preview);
  return (
    <tr data-failed={problem !== undefined || undefined}>
      <th scope="row" className="breaks">
        {file.name}
        {preview && <div className="sub">{preview.format.title}</div>}
      </th>
      <td>{datasets.map(({ dataset }) => titles.get(dataset) ?? dataset).join(', ')}</td>
      <td className="to-right">
        {preview && groupDigits(String(datasets.reduce((sum, { rows }) => sum + rows, 0)))}
      </td>
      <td>{days && (days[0] === days[1] ? days[0] : `${days[0]} – ${days[1]}`)}</td>
      <td className={problem === undefined ? undefined : 'error breaks'}>
        {problem ?? result ?? (preview ? 'Ready' : 'Waits')}
      </td>
    </tr>
  );
}

function periodOf(preview: FilePreview | undefined): [string, string] | undefined {
  const firsts = preview?.datasets.flatMap(({ first }) => first ?? []).sort() ?? [];
  const lasts = preview?.datasets.flatMap(({ last }) => last ?? []).sort() ?? [];
  const [first, last] = [firsts[0], lasts.at(-1)];
  return first === undefined || last === undefined ? undefined : [first, last];
}

function newestLast(rows: readonly Row[]): File[] {
  const last = ({ preview }: Row) => periodOf(preview)?.[1] ?? '';
  return rows
    .toSorted((a, b) => (last(a) < last(b) ? -1 : last(a) > last(b) ? 1 : 0))
    .map(({ file }) => file);
}

/** What an ended job says of its file. */
function outcome(job: HostJob): Partial<Row> {
  if (job.state === 'failed') return { problem: job.message ?? 'It failed.' };
  if (job.state === 'cancelled') return { problem: 'Cancelled: nothing of it was stored.' };
  if (job.preview) return { preview: job.preview };
  return { result: `Imported: ${changesText(sumOfChanges(job.runs))}` };
}

function summary(rows: readonly Row[], phase: 'reading' | 'ready' | 'importing' | 'done'): string {
  const count = (files: number) => `${files} ${files === 1 ? 'file' : 'files'}`;
  const read = rows.filter(({ preview, problem }) => preview || problem !== undefined).length;
  const wrong = rows.filter(({ problem }) => problem !== undefined);
  const names = listText(wrong.map(({ file }) => file.name));
  const imported = rows.filter(({ result }) => result !== undefined).length;
  if (phase === 'reading') return `${read} of ${count(rows.length)} read.`;
  if (phase === 'importing') return `${imported} of ${count(rows.length - wrong.length)} imported.`;
  const done =
    phase === 'done' ? `${count(imported)} imported` : `${count(rows.length - wrong.length)} can be imported`;
  return wrong.length === 0 ? `${done}.` : `${done}, ${wrong.length} not: ${names}.`;
}
