import { Button, Progress } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import type { ExportAnswer, ExportProgress, ExportRequest } from '../../service/contract/table-export.ts';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { makeExport, makePublished, saveFrom, showDownload } from '../api/index.ts';
import { CopyText, LoadFailed } from '../frame/index.ts';
import styles from './export.module.css';

/** The state of an export: progress with Cancel, the failure, or the receipt. */
export function ExportRun({ run, isDesktop }: { run: ExportWork; isDesktop: boolean }) {
  return (
    <>
      {run.isRunning && <ExportProgressBar progress={run.progress} onCancel={run.cancel} />}
      {run.failure !== undefined && (
        <LoadFailed isFlush onRetry={run.retry}>
          <strong>The export failed, and there is no file.</strong> {run.failure}
        </LoadFailed>
      )}
      <p role="status" className={`quiet fine ${styles.said}`}>
        {run.isCancelled ? 'Cancelled: nothing was written.' : ''}
      </p>
      {run.answer && <Receipt key={run.answer.file.url} answer={run.answer} isDesktop={isDesktop} />}
    </>
  );
}

function Receipt({ answer, isDesktop }: { answer: ExportAnswer; isDesktop: boolean }) {
  const { receipt, sidecar } = answer;
  const [isTaken, setIsTaken] = useState(false);
  const show = showDownload();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // In newer browsers this returns a promise, which an effect must not return.
    place.current?.scrollIntoView({ block: 'end' });
  }, []);
  return (
    <section
      ref={place}
      className={`framed column start gap-6 ${styles.receipt}`}
      aria-label={`Receipt of ${receipt.name}`}
    >
      <p className="row gap-6 good strong" role="status">
        <IconCircleCheck size={17} stroke={1.7} aria-hidden />
        Complete: {countOf(receipt.rows, 'row')} written
      </p>
      <dl className={`fine full-width ${styles.facts}`}>
        {receipt.series > 0 && (
          <Fact name="Observations">
            {groupDigits(String(receipt.observations))} of {receipt.series} series
          </Fact>
        )}
        <Fact name="First and last">
          {receipt.first === null
            ? 'none'
            : `${shownDate(receipt.first)} to ${shownDate(receipt.last ?? '')}`}
        </Fact>
        <Fact name="Size">{groupDigits(String(receipt.bytes))} bytes</Fact>
        <Fact name="SHA-256">
          <code className="cut shrink mono">{receipt.sha256}</code>
          <CopyText value={receipt.sha256} what="SHA-256" />
        </Fact>
      </dl>
      {sidecar && isDesktop && (
        <p className="quiet fine">Its provenance is saved beside it, with .json after its name.</p>
      )}
      {show && (
        <Button variant="default" onClick={show}>
          Show in its folder
        </Button>
      )}
      {sidecar && !isDesktop && (
        <Button
          variant="default"
          disabled={isTaken}
          onClick={() => {
            saveFrom(sidecar.url, sidecar.name);
            setIsTaken(true);
          }}
        >
          {isTaken ? 'Provenance saved' : 'Save its provenance too'}
        </Button>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd className="row shrink gap-4">{children}</dd>
    </div>
  );
}

/** A progress bar with the number of rows and a Cancel button. Without a known total the bar only moves. */
function ExportProgressBar(props: { progress: ExportProgress; onCancel: () => void }) {
  const { rows, total } = props.progress;
  // A workbook is written in one piece, and the API may not know the length of a published file.
  const isKnown = rows > 0 && total !== null && total > 0;
  const share = isKnown ? Math.min(100, Math.round((100 * rows) / total)) : 0;
  const text = exportedRowsText(props.progress);
  return (
    <div className="first-fills row gap-12">
      <Progress.Root size="sm">
        <Progress.Section
          value={isKnown ? share : 100}
          animated={!isKnown}
          withAria={false}
          role="progressbar"
          aria-label="The file is being written"
          {...(isKnown && {
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': share,
            'aria-valuetext': text,
          })}
        />
      </Progress.Root>
      <span className={`quiet fine ${styles.said}`}>{text}</span>
      <Button variant="default" size="compact-xs" onClick={props.onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** @returns '12,400 of 24,312 rows', '12,400 rows', or '' before the first. */
function exportedRowsText({ rows, total }: ExportProgress): string {
  if (rows === 0) return '';
  return total === null ? countOf(rows, 'row') : `${groupDigits(String(rows))} of ${countOf(total, 'row')}`;
}

/** An export of the shown data or of an API answer, with the number of rows if it is known. */
export type ScreenExport = { total?: number } & ({ drawn: ExportRequest } | { path: string });

type ExportWork = ReturnType<typeof useExport>;

const NO_PROGRESS: ExportProgress = { rows: 0, total: null };

/** Runs one export at a time: the service writes a complete file, then it is saved. Unmounting stops it. */
export function useExport() {
  const client = useQueryClient();
  const stopping = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState(NO_PROGRESS);
  const work = useMutation({
    mutationFn: async (asked: ScreenExport) => {
      const controller = new AbortController();
      stopping.current = controller;
      setProgress({ rows: 0, total: asked.total ?? null });
      const way = {
        signal: controller.signal,
        onProgress: ({ rows, total }: ExportProgress) =>
          setProgress({ rows, total: total ?? asked.total ?? null }),
      };
      const answer = await ('path' in asked
        ? makePublished(client, asked.path, way)
        : makeExport(client, asked.drawn, way));
      saveFrom(answer.file.url, answer.file.name);
      return answer;
    },
  });
  useEffect(() => () => stopping.current?.abort(), []);
  const isCancelled = work.isError && stopping.current?.signal.aborted === true;
  return {
    isRunning: work.isPending,
    progress,
    answer: work.data,
    /** A sentence for the user. */
    failure: work.isError && !isCancelled ? work.error.message : undefined,
    isCancelled,
    start: (asked: ScreenExport): void => work.mutate(asked),
    retry: (): void => {
      if (work.variables && !work.isPending) work.mutate(work.variables);
    },
    cancel: (): void => stopping.current?.abort(),
    /** Removes the last export's result, because the choice has changed. */
    forget: (): void => {
      if (!work.isPending) work.reset();
    },
  };
}
