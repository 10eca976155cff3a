import { EventEmitter } from 'node:events';

/**
 * Loaded first in a utility process of the double. Adds `process.parentPort`, and removes everything that a
 * forked Node process has but a utility process lacks. Ends with the main process, as Chromium would.
 */
const send = process.send?.bind(process);
const waiting: unknown[] = [];
let hasListener = false;

class ParentPortDouble extends EventEmitter {
  postMessage(message: unknown): void {
    // The main process has ended, and `disconnect` ends this process too.
    if (process.connected) send?.(message, undefined, undefined, () => undefined);
  }
  /** Messages are queued until there is a listener. */
  override on(name: string, listener: (event: { data: unknown; ports: [] }) => void): this {
    super.on(name, listener);
    if (name !== 'message' || hasListener) return this;
    hasListener = true;
    for (const data of waiting.splice(0)) this.emit('message', { data, ports: [] });
    return this;
  }
}

const parentPort = new ParentPortDouble();
process.on('message', (data) => {
  if (hasListener) parentPort.emit('message', { data, ports: [] });
  else waiting.push(data);
});
process.on('disconnect', () => {
  parentPort.emit('close');
  process.exit(0);
});
Object.defineProperty(process, 'parentPort', { value: parentPort });
Object.defineProperty(process, 'type', { value: 'utility' });
Object.defineProperty(process, 'send', { value: undefined });
