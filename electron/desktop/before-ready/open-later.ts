import type { DesktopCommand } from '../../../service/contract/desktop.ts';
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

/** Commands of menus, links and dialogs, which the page fetches one by one. */
export type CommandQueue = ReturnType<typeof createCommandQueue>;

/** This many commands wait for a page. Older ones are dropped: the person no longer expects them. */
const MOST_WAITING_COMMANDS = 20;

export function createCommandQueue() {
  const waiting: DesktopCommand[] = [];
  let answer: ((command: DesktopCommand | null) => void) | undefined;

  function leave(): void {
    answer?.(null);
    answer = undefined;
  }

  return {
    push(command: DesktopCommand): void {
      if (answer) {
        answer(command);
        answer = undefined;
        return;
      }
      waiting.push(command);
      if (waiting.length > MOST_WAITING_COMMANDS) waiting.shift();
    },
    /** Resolves with the next command; null where another call took the place of this one. */
    next(): Promise<DesktopCommand | null> {
      leave();
      const first = waiting.shift();
      if (first) return Promise.resolve(first);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    /** The page has gone or loads again: commands wait until it asks again. */
    pageLeft: leave,
  };
}
