import type { DesktopCommand } from '../../../service/contract/desktop.ts';

/** Commands of menus, links and dialogs, which the page fetches one by one. */
export type CommandQueue = ReturnType<typeof createCommandQueue>;

/** This many commands wait for a page. Older ones are dropped: the person no longer expects them. */
const KEPT = 20;

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
      if (waiting.length > KEPT) waiting.shift();
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
