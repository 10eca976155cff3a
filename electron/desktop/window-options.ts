import {
  type ChannelInput,
  type ChannelOutput,
  DESKTOP_CHANNELS,
  type DesktopChannel,
} from '../../service/contract/desktop.ts';
import { fits } from '../../service/contract/fits.ts';
export type WindowOptions = {
  bounds: Rectangle;
  /** The result of `backgroundColour`. */
  colour: string;
  /** Absolute path of the preload script. */
  preload: string;
  /** True in a checkout only. */
  hasDeveloperTools: boolean;
};

/** Options of the app's window: without Node, isolated, sandboxed. */
export function windowOptions({ bounds, colour, preload, hasDeveloperTools }: WindowOptions) {
  return {
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Almanac',
    backgroundColor: colour,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: hasDeveloperTools,
    },
  };
}

/** A rectangle in device-independent pixels (DIP). Coordinates may be negative. */
export type Rectangle = { x: number; y: number; width: number; height: number };

export const SMALLEST = { width: 800, height: 600 };
export const USUAL_SIZE = { width: 1280, height: 820 };

/**
 * @returns the window's bounds: the last ones (`saved`), moved and shrunk only as far as needed to lie wholly
 * on a screen. @param areas the parts of the screens that windows may use, the main screen's first
 */
export function placeWindow(areas: readonly Rectangle[], saved: Rectangle | undefined): Rectangle {
  const [main] = areas;
  if (main === undefined) return { x: 0, y: 0, ...USUAL_SIZE };
  const overlaps = areas.map((area) => (saved ? overlap(area, saved) : 0));
  const best = Math.max(...overlaps);
  const area = (best > 0 ? areas[overlaps.indexOf(best)] : undefined) ?? main;
  const width = Math.min(area.width, Math.max(SMALLEST.width, saved?.width ?? USUAL_SIZE.width));
  const height = Math.min(area.height, Math.max(SMALLEST.height, saved?.height ?? USUAL_SIZE.height));
  const isSeen = saved !== undefined && best > 0;
  const x = isSeen ? saved.x : area.x + Math.floor((area.width - width) / 2);
  const y = isSeen ? saved.y : area.y + Math.floor((area.height - height) / 2);
  return {
    x: within(x, area.x, area.x + area.width - width),
    y: within(y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The area that two rectangles have in common. */
function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Two crashes within this time show that loading the page again does not help. */
const WINDOW_MS = 60_000;

/** The reaction to the end of the page's process. */
export type AfterCrash = 'nothing' | 'load' | 'ask';

/** Decides what to do after the page's process ends: load it again, or ask at a second quick crash. */
export function countPageCrashes(nowMs: () => number): (reason: string) => AfterCrash {
  let lastMs: number | undefined;
  return (reason) => {
    if (reason === 'clean-exit') return 'nothing';
    const now = nowMs();
    const isSecond = lastMs !== undefined && now - lastMs < WINDOW_MS;
    lastMs = now;
    return isSecond ? 'ask' : 'load';
  };
}

/** The dialog of an import. It offers all files too, because a file is recognised by its content. */
export const IMPORT_DIALOG = {
  title: 'Import a file',
  buttonLabel: 'Look at it',
  properties: ['openFile' as const],
  filters: [
    { name: 'Publishers’ files', extensions: ['csv', 'json', 'xml', 'xlsx', 'zip', 'txt'] },
    { name: 'All files', extensions: ['*'] },
  ],
};

/** A question with two answers: the first one continues, the second one quits. */
export type DialogQuestion = { message: string; detail: string; buttons: [string, string] };

/** The question after two crashes of the page within a minute. */
export const PAGE_CRASHED: DialogQuestion = {
  message: 'The page stopped working',
  detail:
    'It ended twice within a short time, so it was not opened again. Your data is safe: another process keeps it, and other tools still reach it.',
  buttons: ['Open the first screen', 'Quit'],
};

/** The question if the data service stays down. @param reason a sentence that says why */
export const serviceStays = (reason: string): DialogQuestion => ({
  message: 'The data service does not run',
  detail: reason,
  buttons: ['Try again', 'Quit'],
});

/** Electron's event `before-quit`: if it is prevented, the app does not quit. */
type QuitEvent = { preventDefault(): void };

type QuitOptions = {
  /** Ends everything in order: accepts no more work, stops the service, saves unsaved settings. */
  stop: () => Promise<void>;
  /** `app.quit`, which sends `before-quit` again. */
  quit: () => void;
  /** `app.exit`, which sends no event. */
  exit: (status: number) => void;
  log: (line: string) => void;
  deadlineMs?: number;
  after?: (delayMs: number, call: () => void) => () => void;
};

/** @returns a listener of `before-quit`: the first event stops everything, then quits, within 5 seconds. */
export function quitOnce(options: QuitOptions): (event: QuitEvent) => void {
  const { deadlineMs = 5_000, after = timer } = options;
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  return (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    const cancel = after(deadlineMs, () => {
      options.log(`The app did not end within ${deadlineMs} ms, so it is ended as it is.`);
      options.exit(1);
    });
    options
      .stop()
      .catch((error: unknown) =>
        options.log(`The app ended with an error: ${error instanceof Error ? error.stack : error}`),
      )
      .finally(() => {
        cancel();
        state = 'stopped';
        options.quit();
      });
  };
}

function timer(delayMs: number, call: () => void): () => void {
  const handle = setTimeout(call, delayMs);
  return () => clearTimeout(handle);
}

/** The part of Electron's invoke event that is used here. */
export type InvokeEvent = {
  /** Null if the frame has gone. */
  senderFrame: { origin: string; parent: unknown } | null;
  sender: { id: number };
};

/** Prefix of every channel, so that none can be mistaken for one of Electron's own. */
export const CHANNEL_PREFIX = 'almanac:';

export type ChannelHandlers = {
  [Name in DesktopChannel]: (input: ChannelInput<Name>) => Promise<ChannelAnswer<ChannelOutput<Name>>>;
};
/** If a channel answers null, its handler may return nothing. */
type ChannelAnswer<Output> = [Output] extends [null] ? unknown : Output;

/**
 * Answers all channels of the preload script, and is the only place that does. It accepts messages only from
 * the top frame of our own origin in one of our windows, and checks input and output against the table of
 * channels.
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
