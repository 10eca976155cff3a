import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ExportAnswer, TableExport } from '../../service/contract/table-export.ts';
import { makeExport, saveFrom } from '../api/index.ts';

export type ExportWork = {
  isRunning: boolean;
  /** What was written, when it is whole and on its way to the person. */
  answer: ExportAnswer | undefined;
  /** A sentence. */
  failure: string | undefined;
  isCancelled: boolean;
  start(asked: TableExport): void;
  cancel(): void;
  /** What is shown of the last one is no more about what is chosen. */
  forget(): void;
};

/** One export at a time: written whole by the host, then saved. It is stopped where its dialog closes. */
export function useExport(): ExportWork {
  const stopping = useRef<AbortController>(undefined);
  const work = useMutation({
    // The observations would stay in the cache of mutations for minutes.
    gcTime: 0,
    mutationFn: async (asked: TableExport) => {
      const controller = new AbortController();
      stopping.current = controller;
      const answer = await makeExport(asked, controller.signal);
      saveFrom(answer.file.url);
      return answer;
    },
  });
  useEffect(() => () => stopping.current?.abort(), []);
  const isCancelled = work.isError && stopping.current?.signal.aborted === true;
  return {
    isRunning: work.isPending,
    answer: work.data,
    failure: work.isError && !isCancelled ? work.error.message : undefined,
    isCancelled,
    start: (asked) => work.mutate(asked),
    cancel: () => stopping.current?.abort(),
    forget: () => {
      if (!work.isPending) work.reset();
    },
  };
}
