import { Box, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isAllowable } from '../../service/contract/failure.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { listText } from '../../service/view/index.ts';
import { useFileWork } from '../api/index.ts';
import { Columns } from '../frame/index.ts';
import styles from './data.module.css';
import { changesText, sumOfChanges } from './describe.ts';
import { FileRow, filePeriod, needsCode, type PickedFile } from './file-row.tsx';

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
  const [rows, setRows] = useState<readonly PickedFile[]>(() =>
    files.map((file) => ({ file, overruled: [] })),
  );
  const [phase, setPhase] = useState<'reading' | 'ready' | 'importing' | 'done'>('reading');
  const work = useFileWork();
  const stopping = useRef<AbortController>(undefined);

  const replace = (one: PickedFile) =>
    setRows((before) => before.map((row) => (row.file === one.file ? one : row)));

  async function runAll(what: 'preview' | 'import', order: readonly PickedFile[], signal: AbortSignal) {
    onBusy(true);
    setPhase(what === 'preview' ? 'reading' : 'importing');
    try {
      for (const row of order) {
        const found = await work.run(what, row.file, signal, row).then(outcome, (error: unknown) => ({
          problem: error instanceof Error ? error.message : String(error),
        }));
        if (signal.aborted) return;
        replace({ ...row, ...found });
      }
      setPhase(what === 'preview' ? 'ready' : 'done');
    } finally {
      onBusy(false);
      if (what === 'import') await work.settle();
    }
  }

  function begin(what: 'preview' | 'import', order: readonly PickedFile[]): AbortController {
    const controller = new AbortController();
    stopping.current = controller;
    void runAll(what, order, controller.signal);
    return controller;
  }

  /** Imports a file that was refused: the user says that it is right. */
  function importAnyway({ refusal = '', problem: _, refusal: __, ...row }: PickedFile): void {
    const one = { ...row, overruled: [...row.overruled, refusal] };
    replace(one);
    begin('import', [one]);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are read once; others come with another key
  useEffect(() => {
    const controller = begin('preview', rows);
    return () => {
      controller.abort();
      stopping.current?.abort();
    };
  }, []);

  const good = rows.filter((row) => row.preview && row.problem === undefined && !needsCode(row));
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
          <Columns widths={['27%', '22%', '5.5rem', '12.5rem', undefined]} />
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
              <FileRow
                // Two files may have one name, from two folders.
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
                key={i}
                row={row}
                titles={titles}
                onAnyway={phase === 'done' && row.refusal ? () => importAnyway(row) : undefined}
                onFacts={
                  phase === 'importing' || phase === 'done'
                    ? undefined
                    : (facts) => replace({ ...row, ...facts })
                }
              />
            ))}
          </tbody>
        </table>
      </section>
    </Box>
  );
}

function newestLast(rows: readonly PickedFile[]): PickedFile[] {
  const last = (row: PickedFile) => filePeriod(row)?.[1] ?? '';
  return rows.toSorted((a, b) => (last(a) < last(b) ? -1 : last(a) > last(b) ? 1 : 0));
}

/** What an ended job says of its file. */
function outcome(job: HostJob): Partial<PickedFile> {
  if (job.state === 'failed') {
    const problem = job.message ?? 'It failed.';
    return job.code && isAllowable(job.code) ? { problem, refusal: job.code } : { problem };
  }
  if (job.state === 'cancelled') return { problem: 'Cancelled: nothing of it was stored.' };
  if (job.preview) return { preview: job.preview, listDate: job.preview.dateInName ?? undefined };
  const changes = changesText(sumOfChanges(job.runs));
  const notes = job.notes.map((note) => ` ${asShown(note)}`).join('');
  return { result: `Imported: ${changes}${notes && `.${notes}`}` };
}

function summary(rows: readonly PickedFile[], phase: 'reading' | 'ready' | 'importing' | 'done'): string {
  const count = (files: number) => `${files} ${files === 1 ? 'file' : 'files'}`;
  const read = rows.filter(({ preview, problem }) => preview || problem !== undefined).length;
  const wrong = rows.filter((row) => row.problem !== undefined || needsCode(row));
  const names = listText(wrong.map(({ file }) => file.name));
  const imported = rows.filter(({ result }) => result !== undefined).length;
  if (phase === 'reading') return `${read} of ${count(rows.length)} read.`;
  if (phase === 'importing') return `${imported} of ${count(rows.length - wrong.length)} imported.`;
  const done =
    phase === 'done' ? `${count(imported)} imported` : `${count(rows.length - wrong.length)} can be imported`;
  return wrong.length === 0 ? `${done}.` : `${done}, ${wrong.length} not: ${names}.`;
}
