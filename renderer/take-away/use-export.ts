import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ExportProgress, ExportRequest } from '../../service/contract/table-export.ts';
import { makeExport, makePublished, saveFrom } from '../api/index.ts';

/** An export of what the screen shows, or of an answer of the API; with the number of rows, if it is known. */
export type ScreenExport = { total?: number } & ({ drawn: ExportRequest } | { path: string });

export type ExportWork = ReturnType<typeof useExport>;

const NOTHING: ExportProgress = { rows: 0, total: null };

/** One export at a time: the service writes a complete file, then it is saved. Closing the dialog stops it. */
export function useExport() {
  const client = useQueryClient();
  const stopping = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState(NOTHING);
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
    /** Rows written so far, and the total if it is known. */
    progress,
    /** What was written; the file is complete and is being saved. */
    answer: work.data,
    /** A sentence. */
    failure: work.isError && !isCancelled ? work.error.message : undefined,
    isCancelled,
    start: (asked: ScreenExport): void => work.mutate(asked),
    /** Starts the same export again. */
    retry: (): void => {
      if (work.variables && !work.isPending) work.mutate(work.variables);
    },
    cancel: (): void => stopping.current?.abort(),
    /** Removes the result of the last export, because the choice has changed. */
    forget: (): void => {
      if (!work.isPending) work.reset();
    },
  };
}
