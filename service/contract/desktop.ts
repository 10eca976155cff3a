import { type Static, type TSchema, Type } from 'typebox';
import { Upload } from './app-state.ts';
import { orNull } from './schema.ts';

/** Calls between page and desktop window, without HTTP. The page makes them and waits in `next-command`. */

export const Theme = Type.Enum(['auto', 'light', 'dark']);
export type Theme = Static<typeof Theme>;

export const MenuAction = Type.Enum(['find', 'copy-image', 'export-data', 'export-image']);
export type MenuAction = Static<typeof MenuAction>;

export const MenuOffer = Type.Object(
  {
    screens: Type.Array(
      Type.Object({
        path: Type.String({ pattern: '^/[a-z-]{1,30}$' }),
        title: Type.String({ minLength: 1, maxLength: 40 }),
      }),
      { maxItems: 20 },
    ),
    actions: Type.Array(MenuAction, { maxItems: 10 }),
  },
  { additionalProperties: false },
);
export type MenuOffer = Static<typeof MenuOffer>;

/** Actions (`actions.ts`) that only the window can do, in its menus and in the palette of its page. */
export const WindowAction = Type.Enum([
  'reload',
  'zoom-in',
  'zoom-out',
  'zoom-reset',
  'full-screen',
  'news',
  'tray',
  'copy-diagnostics',
  'show-logs',
  'about',
  'quit',
]);
export type WindowAction = Static<typeof WindowAction>;
export type LookAction = Extract<WindowAction, 'reload' | 'full-screen' | `zoom-${string}`>;

export const DesktopCommand = Type.Union([
  Type.Object({ t: Type.Literal('go'), to: Type.String() }),
  Type.Object({ t: Type.Literal('theme'), theme: Theme }),
  /** The person chose a file in a native dialog, and the window has uploaded it (`POST /host/upload`). */
  Type.Object({ t: Type.Literal('file'), upload: Upload }),
  Type.Object({ t: Type.Literal('run'), action: MenuAction }),
]);
export type DesktopCommand = Static<typeof DesktopCommand>;

/** Channels of the preload script, with schemas of input and output. The main process checks both. */
export const DESKTOP_CHANNELS = {
  /** Answers when there is a command, or null if a newer call replaced this one. */
  'next-command': { input: Type.Null(), output: orNull(DesktopCommand) },
  offer: { input: MenuOffer, output: Type.Null() },
  'set-theme': { input: Theme, output: Type.Null() },
  /** Opens the system's file dialog; the chosen file arrives as a `file` command. */
  'choose-file': { input: Type.Null(), output: Type.Null() },
  /** Shows the newest finished download in its folder. Answers false if there is none. */
  'reveal-download': { input: Type.Null(), output: Type.Boolean() },
  'window-action': { input: WindowAction, output: Type.Null() },
  /** Opens the data folder in the system's file manager. Answers false if that failed. */
  'open-data-folder': { input: Type.Null(), output: Type.Boolean() },
} as const satisfies Readonly<Record<string, { input: TSchema; output: TSchema }>>;
type Channels = typeof DESKTOP_CHANNELS;
export type DesktopChannel = keyof Channels;
export type ChannelInput<Name extends DesktopChannel> = Static<Channels[Name]['input']>;
export type ChannelOutput<Name extends DesktopChannel> = Static<Channels[Name]['output']>;

export type DesktopBridge = {
  nextCommand(): Promise<ChannelOutput<'next-command'>>;
  offer(offer: MenuOffer): Promise<ChannelOutput<'offer'>>;
  setTheme(theme: Theme): Promise<ChannelOutput<'set-theme'>>;
  chooseFile(): Promise<ChannelOutput<'choose-file'>>;
  revealDownload(): Promise<ChannelOutput<'reveal-download'>>;
  windowAction(action: WindowAction): Promise<ChannelOutput<'window-action'>>;
  openDataFolder(): Promise<ChannelOutput<'open-data-folder'>>;
};
