import { closeSync, createReadStream, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { Failure } from '../../contract/failure.ts';
import type { CopiedTable, CopyFrame } from '../../store/copy/index.ts';
import { guarded } from '../../store/index.ts';
import type { PulledPlace } from '../pull.ts';
import { textLines } from './feed-client.ts';
import { type FeedHead, readLine, writeLine } from './lines.ts';

/** Keeps the rows of an answer in a file until all are there, over as many requests as it takes. It is empty at each start. */
export type Spool = ReturnType<typeof openSpool>;

export function openSpool(path: string, tables: readonly CopiedTable[]) {
  const file = guarded(path, () => openSync(path, 'w+', 0o600));
  const notes = new Set(tables.filter(({ isNote }) => isNote).map(({ name }) => name));
  let head: FeedHead | undefined;
  let bytes = 0;
  let table: string | undefined;
  let rows = 0;
  /** Notes may change without a new publish, so they are always read anew: where they begin. */
  let beforeNotes: { bytes: number; table: string | undefined; rows: number } | undefined;

  function cutTo(length: number): void {
    guarded(path, () => ftruncateSync(file, length));
    bytes = length;
  }

  function clear(): void {
    cutTo(0);
    [head, table, rows, beforeNotes] = [undefined, undefined, 0, undefined];
  }

  return {
    get head() {
      return head;
    },
    /** @returns where to continue; `undefined`: at the beginning. */
    place(): PulledPlace | undefined {
      if (beforeNotes) {
        cutTo(beforeNotes.bytes);
        ({ table, rows } = beforeNotes);
        beforeNotes = undefined;
      }
      if (!head || table === undefined) return undefined;
      return { version: head.version, publishId: head.publish, table, rows };
    },
    begin(next: FeedHead, isNew: boolean): void {
      if (isNew) clear();
      head = next;
    },
    add(frame: CopyFrame): void {
      if (frame.table !== table && notes.has(frame.table)) beforeNotes ??= { bytes, table, rows };
      if (frame.table !== table) rows = 0;
      table = frame.table;
      rows += frame.rows.length;
      const line = Buffer.from(writeLine(frame));
      guarded(path, () => {
        for (let at = 0; at < line.length; ) at += writeSync(file, line, at, line.length - at, bytes + at);
      });
      bytes += line.length;
    },
    async *frames(): AsyncGenerator<CopyFrame, void> {
      if (bytes === 0) return;
      for await (const text of textLines(createReadStream(path, { end: bytes - 1 }))) {
        const line = readLine(text);
        if (!line || !('frame' in line))
          throw new Failure(
            'folder_unusable',
            `${path} was changed while it was read. Let other programs leave it alone.`,
          );
        yield line.frame;
      }
    },
    clear,
    close(): void {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}
