import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { DESKTOP_CHANNELS, type DesktopChannel } from '../../service/contract/desktop.ts';
import { ORIGIN } from './before-ready/index.ts';

/** What is used of Electron's event of an invoke. */
export type InvokeEvent = {
  /** Null where the frame has gone meanwhile. */
  senderFrame: { origin: string; parent: unknown } | null;
  sender: { id: number };
};

/** Prefix of every channel, so that none can be mistaken for one of Electron's own. */
export const CHANNEL_PREFIX = 'almanac:';

export type ChannelHandlers = {
  [Name in DesktopChannel]: (input: Static<(typeof DESKTOP_CHANNELS)[Name]>) => unknown;
};

/**
 * Answers all channels of the preload script, and is the only place that does. A message counts only from the top frame of
 * our own origin in a window of ours, and only where it is what its channel takes.
 * @param register Electron's `ipcMain.handle`
 * @param isOurs whether contents of this id belong to a window of the app
 */
export function answerChannels(
  register: (channel: string, listener: (event: InvokeEvent, input: unknown) => Promise<unknown>) => void,
  isOurs: (contentsId: number) => boolean,
  handlers: ChannelHandlers,
): void {
  for (const [name, schema] of Object.entries(DESKTOP_CHANNELS)) {
    const handler = handlers[name as DesktopChannel] as (input: unknown) => unknown;
    register(CHANNEL_PREFIX + name, async (event, input) => {
      if (!isTrusted(event, isOurs)) throw new Error(`${name} is not for this sender.`);
      if (!Value.Check(schema, input)) throw new Error(`${name} does not take this.`);
      return handler(input);
    });
  }
}

function isTrusted({ senderFrame, sender }: InvokeEvent, isOurs: (contentsId: number) => boolean): boolean {
  return (
    senderFrame !== null && senderFrame.parent === null && senderFrame.origin === ORIGIN && isOurs(sender.id)
  );
}
