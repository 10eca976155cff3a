import { EventEmitter } from 'node:events';

/**
 * Loaded first in a utility process of the double: gives it `process.parentPort`, and takes away what a forked Node has
 * and a utility process has not. It ends when the main process goes, as Chromium would see to.
 */
const send = process.send?.bind(process);
const waiting: unknown[] = [];
let hasListener = false;

class ParentPortDouble extends EventEmitter {
  postMessage(message: unknown): void {
    // A main process that has gone takes nothing any more; `disconnect` ends this one.
    if (process.connected) send?.(message, undefined, undefined, () => undefined);
  }
  /** Messages wait for the first listener. */
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
