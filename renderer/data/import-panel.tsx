import { Box, Button, Loader } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { shownDate } from '../../service/calendar/dates.ts';
import type { DataJob, Upload } from '../../service/contract/app-state.ts';
import type { FilePreview, PreviewedRevision } from '../../service/contract/ingest.ts';
import { asShown, groupDigits } from '../../service/series-math/decimal-text.ts';
import {
  allowing,
  fileDialog,
  type ListFacts,
  listWords,
  useAppState,
  useChosenFile,
  useRunLog,
  useUploadWork,
} from '../api/index.ts';
import { HelpLink, IMPORT_FILE, Notice, sizeText } from '../frame/index.ts';
import styles from './data.module.css';
import { allChangesText, refusalOf, undoableImport } from './describe.ts';
import { FilesTable, ListFields } from './files-table.tsx';
import { JobProgress, TableHead } from './parts.tsx';
import { UndoImport } from './run-log.tsx';

/** A file in progress: its upload, and the jobs that preview and import it. */
type Work = {
  upload: Upload;
  previewJob: number;
  importJob: number | undefined;
  /** Codes of the refusals that the user has overruled. */
  overruled: readonly string[];
  /** The previous preview, shown until the new one arrives. */
  before?: FilePreview | undefined;
} & ListFacts;

/** Takes dropped or chosen files, previews one, and imports it on request. Several files get a table. */
export function ImportPanel(props: { jobs: readonly DataJob[]; titles: ReadonlyMap<string, string> }) {
  const { upload, preview, importFile, discard } = useUploadWork();
  const { chosen, forget } = useChosenFile();
  const logged = useRunLog().data?.runs ?? [];
  const [work, setWork] = useState<Work>();
  const [sending, setSending] = useState<AbortController>();
  const [refused, setRefused] = useState<string>();
  /** Files that were dropped together. */
  const [many, setMany] = useState<readonly File[]>([]);
  const [isManyBusy, setManyBusy] = useState(false);
  const jobOf = (id: number | undefined) => props.jobs.find((job) => job.id === id);
  const previewJob = jobOf(work?.previewJob);
  const importJob = jobOf(work?.importJob);
  const shown = previewJob?.preview ?? work?.before;
  const imported = importJob?.runs[0]?.runId ?? -1;
  const undo = undoableImport(logged, imported);
  const isUndone = logged.some(({ id, kind }) => id === imported && kind === 'undone');
  const refusal = refusalOf(importJob);
  const isBusy =
    sending !== undefined || isManyBusy || previewJob?.state === 'running' || importJob?.state === 'running';

  async function take(send: (signal: AbortSignal) => Promise<Upload>): Promise<void> {
    if (work) discard.mutate({ upload: work.upload.upload });
    setWork(undefined);
    setRefused(undefined);
    const cancelling = new AbortController();
    setSending(cancelling);
    try {
      const uploaded = await send(cancelling.signal);
      const { jobs } = await preview.mutateAsync({ upload: uploaded.upload });
      setWork({ upload: uploaded, previewJob: jobs[0]?.id ?? -1, importJob: undefined, overruled: [] });
    } catch (error) {
      if (!cancelling.signal.aborted) setRefused(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(undefined);
    }
  }

  async function startImport(
    { upload: taken, ...facts }: Work,
    overruled: readonly string[] = [],
  ): Promise<void> {
    const { jobs } = await importFile.mutateAsync({
      upload: taken.upload,
      ...allowing(overruled),
      ...listWords(facts),
    });
    setWork((before) => before && { ...before, importJob: jobs[0]?.id, overruled });
  }

  async function previewOf({ listDate, listCode, ...work }: Work, entered: ListFacts): Promise<void> {
    const facts = { listDate, listCode, ...entered };
    const before = previewJob?.preview ?? work.before;
    setWork({ ...work, ...facts, before });
    const { jobs } = await preview.mutateAsync({ upload: work.upload.upload, ...listWords(facts) });
    setWork((now) => now && { ...now, previewJob: jobs[0]?.id ?? -1 });
  }

  // The field shows the day in the file's name, and the import uses it, until the user enters another one.
  const dateInName = previewJob?.preview?.dateInName ?? undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the second preview is requested once
  useEffect(() => {
    if (work && work.listDate === undefined && dateInName !== undefined)
      void previewOf(work, { listDate: dateInName });
  }, [dateInName]);

  useForgottenWork(work, importJob?.state, (why) => {
    setWork(undefined);
    setRefused(why);
  });

  function close(): void {
    if (work) discard.mutate({ upload: work.upload.upload });
    setWork(undefined);
  }

  function takeAll(files: readonly File[]): void {
    const [file] = files;
    if (file && files.length === 1 && many.length === 0)
      return void take((signal) => upload.mutateAsync({ file, signal }));
    close();
    setRefused(undefined);
    setMany([...many, ...files]);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a file is taken once, when it is chosen
  useEffect(() => {
    if (!chosen) return;
    forget();
    if (isBusy) {
      if ('upload' in chosen) discard.mutate({ upload: chosen.upload.upload });
      setRefused(`${chosen.name} was not imported, because another file is in progress.`);
    } else if ('files' in chosen) takeAll(chosen.files);
    else void take(async () => chosen.upload);
  }, [chosen]);

  const zone = useDropzone({
    noClick: true,
    noKeyboard: true,
    disabled: isBusy,
    // Dropped files arrive through `useChosenFile`, from anywhere in the window.
    noDrag: true,
    preventDropOnDocument: false,
    onDrop: (files) => {
      if (files.length > 0) takeAll(files);
    },
  });
  return (
    <Box component="section" className="card slides" pb="xs" aria-labelledby={IMPORT_FILE}>
      <div {...zone.getRootProps({ role: undefined })} className={`rounded row gap-14 ${styles.drop}`}>
        <input {...zone.getInputProps({ 'aria-label': 'File to import' })} tabIndex={-1} />
        <IconFileImport size={24} stroke={1.5} aria-hidden />
        <div className="fill">
          <div className="row gap-4">
            <h2 className="heading" id={IMPORT_FILE}>
              Import a file
            </h2>
            <HelpLink to="/guide/data#import-files" about="files that can be imported" />
          </div>
          <Box component="p" className="quiet" mt={2}>
            Drop files that you downloaded from their publishers, or a CSV of your own. Almanac recognises
            each by its content, and stores nothing until you confirm.
          </Box>
        </div>
        {sending ? (
          <Button variant="default" leftSection={<Loader size={14} />} onClick={() => sending.abort()}>
            Cancel
          </Button>
        ) : (
          <Button variant="default" disabled={isBusy} onClick={fileDialog() ?? zone.open}>
            Choose a file
          </Button>
        )}
      </div>
      {many.length > 0 && (
        <Arrival>
          <FilesTable
            key={many.length}
            files={many}
            titles={props.titles}
            onBusy={setManyBusy}
            onClose={() => setMany([])}
          />
        </Arrival>
      )}
      {refused !== undefined && (
        <Arrival>
          <Notice tone="failure">{refused}</Notice>
        </Arrival>
      )}
      {work && (previewJob?.state === 'running' || importJob?.state === 'running') && (
        <Box p="0.5rem 1rem">
          <JobProgress
            job={importJob ?? (previewJob as DataJob)}
            name={importJob ? `import of ${work.upload.name}` : `preview of ${work.upload.name}`}
          />
        </Box>
      )}
      {previewJob?.state === 'failed' && (
        <Arrival>
          <Notice tone="failure">{previewJob.message}</Notice>
        </Arrival>
      )}
      {work && importJob?.state === 'failed' && (
        <Arrival>
          <Notice
            tone="failure"
            action={
              refusal && (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => void startImport(work, [...work.overruled, refusal])}
                >
                  Import anyway
                </Button>
              )
            }
          >
            {importJob.message}
          </Notice>
        </Arrival>
      )}
      {importJob?.state === 'cancelled' && (
        <Notice tone="note">The import was cancelled. Nothing was stored.</Notice>
      )}
      {importJob?.state === 'done' && (
        <Arrival key={String(isUndone)}>
          <Notice
            tone="note"
            action={
              <>
                {undo && <UndoImport undo={undo} titles={props.titles} />}
                <Button variant="default" size="compact-sm" onClick={close}>
                  Done
                </Button>
              </>
            }
          >
            {isUndone
              ? `The import of ${importJob.title} is undone.`
              : `${importJob.title} is imported: ${allChangesText(importJob.runs)}. ${importJob.notes.join(' ')}`}
          </Notice>
        </Arrival>
      )}
      {work && shown && importJob?.state !== 'done' && importJob?.state !== 'running' && (
        <Arrival>
          <FilePreviewCard
            preview={shown}
            titles={props.titles}
            isStarting={importFile.isPending || previewJob?.state === 'running'}
            facts={work}
            onFacts={(facts) => void previewOf(work, facts)}
            onImport={() => void startImport(work)}
            onClose={close}
          />
        </Arrival>
      )}
    </Box>
  );
}

/** Forgets the file after the service has restarted without it. @param forget gets the sentence to show */
function useForgottenWork(
  work: Work | undefined,
  importState: DataJob['state'] | undefined,
  forget: (why: string | undefined) => void,
): void {
  const startedAt = useAppState().data?.started_at;
  const before = useRef(startedAt);
  const imported = useRef(importState);
  if (work?.importJob === undefined || importState !== undefined) imported.current = importState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new start counts
  useEffect(() => {
    const isAnother = before.current !== undefined && startedAt !== before.current;
    before.current = startedAt;
    if (!isAnother || !work) return;
    const { name } = work.upload;
    if (imported.current === undefined)
      forget(`${name} was not imported, because the data service restarted. Choose it again.`);
    else if (imported.current === 'running')
      forget(
        `The data service restarted during the import of ${name}: the log of runs shows whether it is stored.`,
      );
    else forget(undefined);
  }, [startedAt]);
}

/**
 * Shows the result of an import. It scrolls into view and takes the focus (its heading, if it has one),
 * because on a small screen it is below the fold. A user who is typing keeps the focus.
 */
function Arrival({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = ref.current;
    if (!here) return;
    here.scrollIntoView({ block: 'nearest' });
    const isTyping = document.activeElement?.matches('input:not([type=file]), textarea, select') ?? false;
    const target = here.querySelector<HTMLElement>('h3') ?? here;
    if (!isTyping) target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  );
}

/** A file's preview: its content, and the changes that its import would make. Nothing is stored yet. */
function FilePreviewCard(props: {
  preview: FilePreview;
  titles: ReadonlyMap<string, string>;
  isStarting: boolean;
  /** The day and the code that the user enters for a list whose file has none. */
  facts: ListFacts;
  onFacts: (facts: ListFacts) => void;
  onImport: () => void;
  onClose: () => void;
}) {
  const { preview, titles } = props;
  const [usual] = useState(preview.datasets[0]?.last ?? '');
  return (
    <Box component="section" p="0.25rem 0 0.5rem" aria-label="Preview">
      <Box className="row gap-8" p="0.5rem 1rem">
        <div className="grow breaks">
          <Box component="h3" fw={700} fz="inherit" tabIndex={-1}>
            {preview.file}
          </Box>
          <div className="sub">
            {preview.format.title} · {sizeText(preview.bytes)}
          </div>
        </div>
        <Button variant="default" onClick={props.onClose}>
          Close
        </Button>
        <Button loading={props.isStarting} disabled={preview.isUnnamed} onClick={props.onImport}>
          Import
        </Button>
      </Box>
      <table className={`data-table ${styles.table}`}>
        <TableHead
          widths={[undefined, '12.5rem', '6.5rem', '6.5rem', '6.5rem', '7rem']}
          titles={['Dataset', 'Range', 'Rows', 'New', 'Revised', 'Unchanged']}
          toRight={[2, 3, 4, 5]}
        />
        <tbody>
          {preview.datasets.map((one) => (
            <tr key={one.dataset}>
              <th scope="row">
                {titles.get(one.dataset) ?? one.dataset}
                <div className="sub">
                  {one.series === 1 ? '1 series' : `${groupDigits(String(one.series))} series`}
                  {one.replacesSample && ' · replaces the sample data'}
                </div>
              </th>
              <td>{[...new Set([one.first, one.last])].map((date) => shownDate(date ?? '')).join(' – ')}</td>
              {(['rows', 'added', 'revised', 'unchanged'] as const).map((count) => (
                <td key={count} className="to-right">
                  {groupDigits(String(one[count]))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ListFields preview={preview} usual={usual} facts={props.facts} onFacts={props.onFacts} />
      {preview.revisions.length > 0 && <Revisions revisions={preview.revisions} />}
      {preview.notes.map((note) => (
        <Box component="p" key={note} className="quiet fine" p="0.5rem 1rem">
          {asShown(note)}
        </Box>
      ))}
    </Box>
  );
}

function Revisions({ revisions }: { revisions: readonly PreviewedRevision[] }) {
  return (
    <Box className="quiet fine" p="0.5rem 1rem">
      Some of the values that would be replaced; the old ones are kept:
      <Box component="ul" m="0.25rem 0 0" pl="1.125rem">
        {revisions.slice(0, 5).map(({ dataset, series, area, date, before, after }) => (
          <li key={`${dataset} ${series} ${area} ${date}`}>
            {series}
            {area && ` ${area}`}, {shownDate(date)}: <s>{groupDigits(before)}</s> → {groupDigits(after)}
          </li>
        ))}
      </Box>
    </Box>
  );
}
