import { type Static, type TSchema, Type } from 'typebox';
import { orNull } from './schema.ts';

/**
 * What the page and the desktop window say to each other, beside the gateway: menus, the theme, native dialogs. The page
 * asks for everything, also for what the menus want of it (`next-command` stays open until there is something), so that
 * nothing is ever sent to a page that did not ask. In browser mode none of this is there.
 */

export const Theme = Type.Union([Type.Literal('auto'), Type.Literal('light'), Type.Literal('dark')]);
export type Theme = Static<typeof Theme>;

/** What a screen can do for a menu item, while it is shown. */
export const MenuAction = Type.Union([
  Type.Literal('find'),
  Type.Literal('export-data'),
  Type.Literal('export-image'),
]);
export type MenuAction = Static<typeof MenuAction>;

/** What the page can do now: the screens that there are, and the actions of the one that is shown. */
export const MenuOffer = Type.Object(
  {
    screens: Type.Array(
      Type.Object({
        path: Type.String({ pattern: '^/[a-z-]{1,30}$' }),
        title: Type.String({ minLength: 1, maxLength: 40 }),
      }),
      { maxItems: 12 },
    ),
    actions: Type.Array(MenuAction, { maxItems: 10 }),
  },
  { additionalProperties: false },
);
export type MenuOffer = Static<typeof MenuOffer>;

export const DesktopCommand = Type.Union([
  /** Path and query of a view of the app. */
  Type.Object({ t: Type.Literal('go'), to: Type.String() }),
  Type.Object({ t: Type.Literal('theme'), theme: Theme }),
  /** A file was chosen in a native dialog: `POST /host/take-file` makes an upload of it. */
  Type.Object({ t: Type.Literal('file'), grant: Type.String(), name: Type.String() }),
  Type.Object({ t: Type.Literal('run'), action: MenuAction }),
]);
export type DesktopCommand = Static<typeof DesktopCommand>;

/** `POST /host/take-file`: the page never names a path, only what the person chose in a dialog of the system. */
export const TakeFileRequest = Type.Object({ grant: Type.String({ maxLength: 100 }) });
export type TakeFileRequest = Static<typeof TakeFileRequest>;

/** Channels of the preload script, each with what it takes and answers. The main process checks both. */
export const DESKTOP_CHANNELS = {
  /** Answers when there is a command; null where another call took its place. */
  'next-command': { input: Type.Null(), output: orNull(DesktopCommand) },
  /** Sets what the menus hold. */
  offer: { input: MenuOffer, output: Type.Null() },
  /** Tells the choice, so that the window and the system's dialogs follow it. */
  'set-theme': { input: Theme, output: Type.Null() },
  /** Opens the system's dialog; the chosen file comes as a command `file`. */
  'choose-file': { input: Type.Null(), output: Type.Null() },
  /** Shows the newest finished download in its folder. Answers false where there is none. */
  'reveal-download': { input: Type.Null(), output: Type.Boolean() },
} as const satisfies Readonly<Record<string, { input: TSchema; output: TSchema }>>;
type Channels = typeof DESKTOP_CHANNELS;
export type DesktopChannel = keyof Channels;
export type ChannelInput<Name extends DesktopChannel> = Static<Channels[Name]['input']>;
export type ChannelOutput<Name extends DesktopChannel> = Static<Channels[Name]['output']>;

/** `window.almanac` in the desktop window: a function for each channel. */
export type DesktopBridge = {
  nextCommand(): Promise<ChannelOutput<'next-command'>>;
  offer(offer: MenuOffer): Promise<ChannelOutput<'offer'>>;
  setTheme(theme: Theme): Promise<ChannelOutput<'set-theme'>>;
  chooseFile(): Promise<ChannelOutput<'choose-file'>>;
  revealDownload(): Promise<ChannelOutput<'reveal-download'>>;
};
