import { EventEmitter } from 'node:events';
import type { WebFrame } from './navigation.ts';
import { decodeWire, encodeWire } from './wire.ts';

type Part = Pick<Electron.IpcMain, 'handle'>;
type Handler = Parameters<Electron.IpcMain['handle']>[1];

/** The sender of an IPC message. The frame is null if it no longer exists. */
export type Sender = { sender: EventEmitter; frame: WebFrame | null };

class IpcMainDouble extends EventEmitter implements Part {
  /** The name is Electron's, so that a test can call a handler with its own event. */
  readonly _invokeHandlers = new Map<string, Handler>();

  handle(channel: string, listener: Handler): void {
    if (this._invokeHandlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof listener !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`);
    this._invokeHandlers.set(channel, listener);
  }
}

export const ipcMain = new IpcMainDouble();

const eventOf = ({ sender, frame }: Sender): Electron.IpcMainInvokeEvent =>
  ({
    type: 'frame',
    sender,
    senderFrame: frame,
    frameId: 1,
    processId: 1,
  }) as unknown as Electron.IpcMainInvokeEvent;

/** @returns the handler's answer, or the error message that rejects the page's promise. */
export async function hearInvoke(
  from: Sender,
  channel: string,
  args: unknown[],
): Promise<{ value: unknown } | { error: string }> {
  const handler = ipcMain._invokeHandlers.get(channel);
  try {
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    const value: unknown = await handler(eventOf(from), ...args);
    return { value: decodeWire(encodeWire(value)) };
  } catch (error) {
    return { error: `Error invoking remote method '${channel}': ${String(error)}` };
  }
}
