import { type Static, Type } from 'typebox';

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

export type DesktopCommand =
  /** Path and query of a view of the app. */
  | { t: 'go'; to: string }
  | { t: 'theme'; theme: Theme }
  /** A file was chosen in a native dialog: `POST /host/take-file` makes an upload of it. */
  | { t: 'file'; grant: string; name: string }
  | { t: 'run'; action: MenuAction };

/** `POST /host/take-file`: the page never names a path, only what the person chose in a dialog of the system. */
export const TakeFileRequest = Type.Object({ grant: Type.String({ maxLength: 100 }) });
export type TakeFileRequest = Static<typeof TakeFileRequest>;

/** Channels of the preload script, each with what it takes; all answer a promise. */
export const DESKTOP_CHANNELS = {
  'next-command': Type.Null(),
  offer: MenuOffer,
  'set-theme': Theme,
  'choose-file': Type.Null(),
  'reveal-download': Type.Null(),
} as const;
export type DesktopChannel = keyof typeof DESKTOP_CHANNELS;

/** `window.almanac` in the desktop window. */
export type DesktopBridge = {
  /** Resolves when there is a command; undefined where another call took its place. */
  nextCommand(): Promise<DesktopCommand | undefined>;
  /** Sets what the menus hold. */
  offer(offer: MenuOffer): Promise<void>;
  /** Tells the choice, so that the window and the system's dialogs follow it. */
  setTheme(theme: Theme): Promise<void>;
  /** Opens the system's dialog; what is chosen comes as a command `file`. */
  chooseFile(): Promise<void>;
  /** Shows the newest finished download in its folder. @returns false where there is none. */
  revealDownload(): Promise<boolean>;
};
