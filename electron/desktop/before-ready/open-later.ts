import type { DesktopCommand } from '../../../service/contract/desktop.ts';
import { viewPath } from './address.ts';

/** Opens the window or brings it to the front, and goes to `view` if one is given. */
export type Summon = (view?: string) => void;

export type OpenLater = ReturnType<typeof openLater>;

/** Keeps requests to open the window until a window can exist. The newest view wins. */
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
    /** Call it once a window can exist: passes on the waiting request, and every later one. */
    attach(summon: Summon): void {
      attached = summon;
      if (isWanted) summon(wanted);
    },
  };
}

/** @param sent data from a second start, perhaps of another version of the app @returns the view it names */
export function viewSent(sent: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null || !('view' in sent)) return undefined;
  const { view } = sent;
  return typeof view === 'string' && view.startsWith('/') ? viewPath(view) : undefined;
}

/** @returns whether the app outlives its window: always on macOS, elsewhere if a tray icon can reopen it. */
export function staysOpen(platform: NodeJS.Platform, hasTray: boolean): boolean {
  return platform === 'darwin' || hasTray;
}

/** Commands from menus, links and dialogs. The page fetches them one by one. */
export type CommandQueue = ReturnType<typeof createCommandQueue>;

/** The most commands that wait for a page. Older ones are dropped: the user no longer expects them. */
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
    /** Resolves with the next command; with null if a newer call replaces this one or the page leaves. */
    next(): Promise<DesktopCommand | null> {
      leave();
      const first = waiting.shift();
      if (first) return Promise.resolve(first);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    /** Call it when the page closes or reloads: commands wait until the page asks again. */
    pageLeft: leave,
  };
}
