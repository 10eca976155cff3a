import { ORIGIN, viewOf } from './address.ts';

/** Opens the window, or brings it to the front; at a view where one is given. */
export type Summon = (view?: string) => void;

export type OpenLater = {
  summon: Summon;
  /** From now on there can be a window: calls `summon` for what waited, and for all that comes. */
  attach(summon: Summon): void;
};

/** What wants the window before there can be one (the start itself, a link, a second start) is kept: the newest view wins. */
export function openLater(): OpenLater {
  let attached: Summon | undefined;
  let isWanted = false;
  let wanted: string | undefined;
  return {
    summon(view) {
      if (attached) {
        attached(view);
        return;
      }
      isWanted = true;
      wanted = view ?? wanted;
    },
    attach(summon) {
      attached = summon;
      if (isWanted) summon(wanted);
    },
  };
}

/** @param sent what a second start handed over; another version of the app may have written it @returns the view it names */
export function viewSent(sent: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null || !('view' in sent)) return undefined;
  const { view } = sent;
  return typeof view === 'string' ? viewOf(ORIGIN + view) : undefined;
}

/** @returns whether the app goes on when its window is closed: as all do on macOS, and where a tray icon leads back. */
export function staysOpen(platform: NodeJS.Platform, hasTray: boolean): boolean {
  return platform === 'darwin' || hasTray;
}
