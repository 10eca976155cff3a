import { Box, Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { dayNumber, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { DataJob } from '../../service/contract/app-state.ts';
import type { FilePreview } from '../../service/contract/ingest.ts';
import { LIST_CODE } from '../../service/contract/names.ts';
import { asShown, groupDigits } from '../../service/series-math/decimal-text.ts';
import { listText } from '../../service/view/index.ts';
import { type FileInput, type ListFacts, useFileWork } from '../api/index.ts';
import styles from './data.module.css';
import { allChangesText, refusalOf } from './describe.ts';
import { TableHead } from './parts.tsx';

/** One of several picked files, with its preview once it is read, and the result of its import. */
type PickedFile = {
  file: File;
  preview?: FilePreview;
  /** The reason why the file cannot be imported, or was not. */
  problem?: string;
  /** The changes made by its import. */
  result?: string;
  /** The code of the problem, if the user may overrule it. */
  refusal?: string;
} & FileInput;

/**
 * Several files at once: a table with each file's content, 'Import all', and each result. A file is imported
 * as a whole or not at all, and a bad file does not stop the others. The file with the newest values comes
 * last, because the last value counts.
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

  /** Imports a refused file: the user says that it is right. */
  function importAnyway({ refusal = '', problem: _, refusal: __, ...row }: PickedFile): void {
    const one = { ...row, overruled: [...row.overruled, refusal] };
    replace(one);
    begin('import', [one]);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the files once; other files have a new key
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach a scrolling region */}
      <section className={styles.log} aria-label="What each file is" tabIndex={0}>
        <table className={`data-table ${styles.table}`}>
          <TableHead
            widths={['27%', '22%', '5.5rem', '12.5rem', undefined]}
            titles={['File', 'Dataset', 'Rows', 'Period', 'State']}
            toRight={[2]}
          />
          <tbody>
            {rows.map((row, i) => (
              <FileRow
                // Two files from two folders may have the same name.
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order
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

function outcome(job: DataJob): Partial<PickedFile> {
  const refusal = refusalOf(job);
  if (job.state === 'failed') return { problem: job.message ?? 'It failed.', ...(refusal && { refusal }) };
  if (job.state === 'cancelled') return { problem: 'Cancelled: nothing was stored.' };
  if (job.preview) return { preview: job.preview, listDate: job.preview.dateInName ?? undefined };
  const changes = allChangesText(job.runs);
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

/** A file's content and result, with fields for missing list facts. @param props.onAnyway imports anyway */
function FileRow(props: {
  row: PickedFile;
  titles: ReadonlyMap<string, string>;
  onAnyway: (() => void) | undefined;
  /** Takes the entered facts; `undefined` while they cannot be entered. */
  onFacts: ((facts: ListFacts) => void) | undefined;
}) {
  const { row, titles, onAnyway, onFacts } = props;
  const { file, preview, problem, result } = row;
  const datasets = preview?.datasets ?? [];
  const days = filePeriod(row);
  /** True if the file could not be previewed. */
  const isUnreadable = problem !== undefined && !preview;
  return (
    <tr>
      <th scope="row" className="breaks">
        {file.name}
        {preview && <div className="sub">{preview.format.title}</div>}
        {preview && onFacts && (
          <ListFields
            preview={preview}
            usual={preview.datasets[0]?.last ?? ''}
            facts={row}
            onFacts={onFacts}
            file={file.name}
          />
        )}
      </th>
      {isUnreadable || (
        <>
          <td className={styles.wraps}>
            {datasets.map(({ dataset }) => titles.get(dataset) ?? dataset).join(', ')}
          </td>
          <td className="to-right">
            {preview && groupDigits(String(datasets.reduce((sum, { rows }) => sum + rows, 0)))}
          </td>
          <td>{days && (days[0] === days[1] ? days[0] : `${days[0]} – ${days[1]}`)}</td>
        </>
      )}
      <td
        colSpan={isUnreadable ? 4 : undefined}
        className={`${styles.outcome} ${problem === undefined ? '' : 'error breaks'}`}
      >
        {problem ?? result ?? (needsCode(row) ? 'Needs a list code' : preview ? 'Ready' : 'Waits')}
        {onAnyway && (
          <Button
            variant="default"
            size="compact-sm"
            mt={4}
            display="block"
            aria-label={`Import anyway: ${file.name}`}
            onClick={onAnyway}
          >
            Import anyway
          </Button>
        )}
      </td>
    </tr>
  );
}

/** True if the file does not name its list and the user has entered no code. */
function needsCode({ preview, listCode }: PickedFile): boolean {
  return preview?.isUnnamed === true && !listCode;
}

/** @returns the first and last day of the file's observations, or the day entered for its list. */
function filePeriod({ preview, listDate }: PickedFile): [string, string] | undefined {
  if (listDate) return [listDate, listDate];
  const firsts = preview?.datasets.flatMap(({ first }) => first ?? []).sort() ?? [];
  const lasts = preview?.datasets.flatMap(({ last }) => last ?? []).sort() ?? [];
  const [first, last] = [firsts[0], lasts.at(-1)];
  return first === undefined || last === undefined ? undefined : [first, last];
}

/**
 * Fields for facts that a list of constituents lacks: the day, taken from the file's name if it has one, and
 * the code.
 * @param usual the list's day if none is entered @param onFacts called with each complete day or code, and
 * with '' for an emptied field
 */
export function ListFields(props: {
  preview: Pick<FilePreview, 'undated' | 'dateInName' | 'isUnnamed'>;
  usual: string;
  facts: ListFacts;
  onFacts: (facts: ListFacts) => void;
  /** The file's name in a table of several files, where the cell provides the padding. */
  file?: string;
}) {
  const { preview, usual, facts, onFacts, file } = props;
  const isCoded = preview.isUnnamed || facts.listCode !== undefined;
  const named = preview.dateInName;
  return (
    <>
      {isCoded && (
        <FactField
          label="List code"
          file={file}
          description="The file does not name its fund. Write a code for its list."
          placeholder="IVV"
          problemOf={codeProblem}
          onText={(listCode) => onFacts({ listCode })}
        />
      )}
      {preview.undated.length > 0 && (
        <FactField
          label="List date"
          file={file}
          description={
            named === null
              ? `The file has no date. Write the day of the list; without it, ${shownDate(usual)}.`
              : `The file has no date; its name says ${shownDate(named)}. Write the day of the list; without it, ${shownDate(usual)}.`
          }
          placeholder={usual}
          first={named ?? ''}
          most={10}
          problemOf={dateProblem}
          onText={(listDate) => onFacts({ listDate })}
        />
      )}
    </>
  );
}

function FactField(props: {
  label: string;
  file: string | undefined;
  description: string;
  placeholder: string;
  first?: string;
  /** The length of a complete text; a shorter one shows no error. */
  most?: number;
  problemOf: (text: string) => string | undefined;
  onText: (text: string) => void;
}) {
  const { label, file, problemOf, most = 1 } = props;
  const [text, setText] = useState(props.first ?? '');
  return (
    <TextInput
      label={label}
      aria-label={file === undefined ? undefined : `${label} of ${file}`}
      description={props.description}
      size="sm"
      maw={420}
      mx={file === undefined ? 'md' : 0}
      my="xs"
      spellCheck={false}
      autoComplete="off"
      placeholder={props.placeholder}
      value={text}
      error={text.length < most ? undefined : problemOf(text)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        if (typed === '' || problemOf(typed) === undefined) props.onText(typed);
      }}
    />
  );
}

function dateProblem(text: string): string | undefined {
  if (dayNumber(text) === undefined) return 'Write a calendar day like 2014-12-07.';
  return text > todayText() ? `It cannot be after today, ${todayText()}.` : undefined;
}

function codeProblem(text: string): string | undefined {
  return LIST_CODE.test(text)
    ? undefined
    : 'Use letters, digits and _ . -, beginning and ending with a letter or digit.';
}
