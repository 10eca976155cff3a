import { viewPath } from './address.ts';

/** Opens the window, or brings it to the front; goes to `view` where one is given. */
export type Summon = (view?: string) => void;

export type OpenLater = ReturnType<typeof openLater>;

/** Keeps requests for the window (of the start itself, a link, a second start) until there can be one. The newest view wins. */
export function openLater() {
  let attached: Summon | undefined;
  let isWanted = false;
  let wanted: string | undefined;
  return {
    summon(view?: string): void {
      if (attached) {
        attached(view);
        return;
      }
      isWanted = true;
      wanted = view ?? wanted;
    },
    /** Called when there can be a window: passes on the waiting request, and from then on every request. */
    attach(summon: Summon): void {
      attached = summon;
      if (isWanted) summon(wanted);
    },
  };
}

/** @param sent data of a second start, perhaps of another version of the app @returns the view in it */
export function viewSent(sent: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null || !('view' in sent)) return undefined;
  const { view } = sent;
  return typeof view === 'string' && view.startsWith('/') ? viewPath(view) : undefined;
}

/** @returns whether the app stays when its window is closed: on macOS, as all apps do, and where a tray icon can open it again. */
export function staysOpen(platform: NodeJS.Platform, hasTray: boolean): boolean {
  return platform === 'darwin' || hasTray;
}
