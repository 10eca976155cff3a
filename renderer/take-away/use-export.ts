import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ExportAnswer, ExportProgress, ViewExport } from '../../service/contract/table-export.ts';
import { makeExport, makePublished, saveFrom } from '../api/index.ts';

/** What is drawn, or what the API answers at a path; with how many rows it will have, where that is known. */
export type AskedExport = { total?: number } & ({ drawn: ViewExport } | { path: string });

export type ExportWork = {
  isRunning: boolean;
  /** Rows that are written so far; of how many, where that is known. */
  progress: ExportProgress;
  /** What was written, when it is whole and on its way to the person. */
  answer: ExportAnswer | undefined;
  /** A sentence. */
  failure: string | undefined;
  isCancelled: boolean;
  start(asked: AskedExport): void;
  /** The same again. */
  retry(): void;
  cancel(): void;
  /** What is shown of the last one is no more about what is chosen. */
  forget(): void;
};

const NOTHING: ExportProgress = { rows: 0, total: null };

/** One export at a time: written whole by the host, then saved. It is stopped where its dialog closes. */
export function useExport(): ExportWork {
  const stopping = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState(NOTHING);
  const work = useMutation({
    // The observations would stay in the cache of mutations for minutes.
    gcTime: 0,
    mutationFn: async (asked: AskedExport) => {
      const controller = new AbortController();
      stopping.current = controller;
      setProgress({ rows: 0, total: asked.total ?? null });
      const way = {
        signal: controller.signal,
        onProgress: ({ rows, total }: ExportProgress) =>
          setProgress({ rows, total: total ?? asked.total ?? null }),
      };
      const answer = await ('path' in asked ? makePublished(asked.path, way) : makeExport(asked.drawn, way));
      saveFrom(answer.file.url);
      return answer;
    },
  });
  useEffect(() => () => stopping.current?.abort(), []);
  const isCancelled = work.isError && stopping.current?.signal.aborted === true;
  return {
    isRunning: work.isPending,
    progress,
    answer: work.data,
    failure: work.isError && !isCancelled ? work.error.message : undefined,
    isCancelled,
    start: (asked) => work.mutate(asked),
    retry: () => {
      if (work.variables && !work.isPending) work.mutate(work.variables);
    },
    cancel: () => stopping.current?.abort(),
    forget: () => {
      if (!work.isPending) work.reset();
    },
  };
}
