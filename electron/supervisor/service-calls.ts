import type {
  ControlCall,
  ControlCalls,
  ControlName,
  HostMessage,
  ServiceMessage,
} from '../../service/contract/control.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { IngestProgress } from '../../service/contract/ingest.ts';

export type CallOptions = { signal?: AbortSignal; onProgress?: (progress: IngestProgress) => void };

/** Asks the service over the channel. @throws Failure of the service; 'cancelled' also where it ended in between. */
export type CallService = <Name extends ControlName>(
  name: Name,
  input: ControlCalls[Name]['input'],
  options?: CallOptions,
) => Promise<ControlCalls[Name]['output']>;

export type ServiceCalls = {
  call: CallService;
  hear(message: Extract<ServiceMessage, { t: 'progress' | 'result' }>): void;
  /** The process has gone: what it was asked will not be answered. */
  lose(): void;
};

type Open = {
  resolve: (output: ControlCalls[ControlName]['output']) => void;
  reject: (error: Error) => void;
  onProgress: CallOptions['onProgress'];
};

const GONE = 'The data service stopped before it had answered. What it had not stored yet was not stored.';

/** Calls that are under way, by id. @param send returns false where there is no process to send to. */
export function createServiceCalls(send: (message: HostMessage) => boolean): ServiceCalls {
  const open = new Map<number, Open>();
  let lastId = 0;

  const call: CallService = (name, input, { signal, onProgress } = {}) => {
    lastId += 1;
    const id = lastId;
    const cancel = (): void => void send({ t: 'cancel', id });
    const answered = new Promise<ControlCalls[ControlName]['output']>((resolve, reject) => {
      open.set(id, { resolve, reject, onProgress });
      if (!send({ t: 'call', id, name, input } as ControlCall)) reject(new Failure('cancelled', GONE));
      else if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel);
    });
    return (answered as Promise<ControlCalls[typeof name]['output']>).finally(() => {
      open.delete(id);
      signal?.removeEventListener('abort', cancel);
    });
  };

  return {
    call,
    hear(message) {
      const waiting = open.get(message.id);
      if (message.t === 'progress') waiting?.onProgress?.(message.progress);
      else if (message.ok) waiting?.resolve(message.output);
      else {
        const { code, message: text, at } = message;
        waiting?.reject(code === 'bug' ? new Error(text) : new Failure(code, text, at));
      }
    },
    lose() {
      for (const { reject } of open.values()) reject(new Failure('cancelled', GONE));
    },
  };
}
