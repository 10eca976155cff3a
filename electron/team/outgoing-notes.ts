import { Failure } from '../../service/contract/failure.ts';
import type { OutgoingRequest } from '../../service/contract/preferences.ts';
import type { Supervisor } from '../supervisor/index.ts';

type Line = Omit<OutgoingRequest, 'id'>;

/**
 * The host's own requests in the ledger of what left this computer. The service writes it, so lines wait while it does not listen.
 * @returns a function that notes a line
 */
export function createOutgoingNotes(
  supervisor: Pick<Supervisor, 'call' | 'onChange'>,
  log: (line: string) => void,
): (line: Line) => void {
  const waiting: Line[] = [];
  let isSending = false;

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (let line = waiting[0]; line !== undefined; line = waiting[0]) {
        await supervisor.call('note-outgoing', line);
        waiting.shift();
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code !== 'cancelled') {
        log(`A request that left this computer could not be noted: ${error.message}`);
        waiting.shift();
      }
    } finally {
      isSending = false;
    }
  }

  supervisor.onChange(({ port }) => {
    if (port !== undefined && waiting.length > 0) void send();
  });
  return (line) => {
    waiting.push(line);
    void send();
  };
}
