import {
  type ChannelInput,
  type ChannelOutput,
  DESKTOP_CHANNELS,
  type DesktopChannel,
} from '../../service/contract/desktop.ts';
import { fits } from '../../service/contract/fits.ts';

/** The part of Electron's event of an invoke that is used here. */
export type InvokeEvent = {
  /** Null where the frame has gone. */
  senderFrame: { origin: string; parent: unknown } | null;
  sender: { id: number };
};

/** Prefix of every channel, so that none can be mistaken for one of Electron's own. */
export const CHANNEL_PREFIX = 'almanac:';

export type ChannelHandlers = {
  [Name in DesktopChannel]: (input: ChannelInput<Name>) => Promise<ChannelAnswer<ChannelOutput<Name>>>;
};
/** Where a channel answers null, its handler may return nothing. */
type ChannelAnswer<Output> = [Output] extends [null] ? unknown : Output;

/**
 * Answers all channels of the preload script, and is the only place that does. It accepts a message only from the top frame of
 * our own origin in one of our windows, and checks input and output by the table of channels.
 * @param register Electron's `ipcMain.handle`
 * @param isOurs whether contents of this id belong to a window of the app
 * @param origin returns that of the page; undefined before the service listens
 */
export function answerChannels(
  register: (channel: string, listener: (event: InvokeEvent, input: unknown) => Promise<unknown>) => void,
  isOurs: (contentsId: number) => boolean,
  origin: () => string | undefined,
  handlers: ChannelHandlers,
): void {
  for (const [name, { input: takes, output: answers }] of Object.entries(DESKTOP_CHANNELS)) {
    const handler = handlers[name as DesktopChannel] as (input: unknown) => unknown;
    register(CHANNEL_PREFIX + name, async (event, input) => {
      const isTrusted =
        event.senderFrame !== null &&
        event.senderFrame.parent === null &&
        event.senderFrame.origin === origin() &&
        isOurs(event.sender.id);
      if (!isTrusted) throw new Error(`${name} is not for this sender.`);
      if (!fits(takes, input)) throw new Error(`${name} does not take this.`);
      const output = (await handler(input)) ?? null;
      if (!fits(answers, output)) throw new Error(`The answer of ${name} is not what it should be.`);
      return output;
    });
  }
}
