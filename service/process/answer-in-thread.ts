import { parentPort } from 'node:worker_threads';
import { answererOf, type CallHandlers, type Calls, handleBy } from './rpc.ts';

/**
 * Answers the calls that come to this worker thread. The message of an unexpected error is its whole text, since the main thread writes
 * the log.
 * @throws Error in the main thread.
 */
export function answerInThread<Table extends Calls>(table: Table, handlers: CallHandlers<Table>): void {
  if (!parentPort) throw new Error('This runs in a worker thread only');
  const port = parentPort;
  const end = answererOf(
    table,
    handleBy(handlers),
    (message) => port.postMessage(message),
    (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  port.on('message', (message) => end.hear(message));
}
