import { useWindowEvent } from '@mantine/hooks';

/** Where a letter is typed, or is a key of that part. */
const TYPING =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable=true], [role=tree], [role=menu], [role=listbox], [role=dialog]';

/** @returns whether a key is pressed where letters are typed, or choose what begins with them. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/**
 * Keys of one letter (and Escape) that work anywhere on the screen, but not where a letter is typed or means something else.
 * @param keys what each does, by `KeyboardEvent.key` in lower case; `undefined` where it does nothing now
 */
export function usePlainKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const run = keys[event.key.toLowerCase()];
    if (run === undefined || isTyping(event)) return;
    event.preventDefault();
    run();
  });
}
