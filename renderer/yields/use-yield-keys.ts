import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import type { Move } from './move-row.ts';

/** Where keys mean something else. */
const ELSEWHERE =
  'input:not([type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=dialog], [role=tablist], [role=grid]';

type Keys = {
  /** Moves the drawn day, until the key is released. */
  move: (to: Move) => void;
  settle: () => void;
  play: () => void;
  compare: () => void;
  nextAxis: () => void;
};

/** The keys of the screen. While an arrow is held down the day moves on, and the address follows when it is released. */
export function useYieldKeys(keys: Keys): void {
  const isHeld = useRef(false);
  useWindowEvent('keydown', (event) => {
    const { target } = event;
    if (event.defaultPrevented || event.altKey) return;
    if (target instanceof Element && target.closest(ELSEWHERE)) return;
    const run = commandOf(event, keys);
    if (run === undefined) return;
    // Of a radio button arrows choose, and the space bar presses buttons.
    const isPressed = target instanceof Element && target.matches('button, a, [role=button]');
    const isRadio = target instanceof Element && target.matches('[type=radio]');
    if ((event.key === ' ' && isPressed) || (isRadio && /^(Arrow| )/.test(event.key))) return;
    event.preventDefault();
    if (/^(Arrow|Page|Home|End|[nNpP]$)/.test(event.key)) isHeld.current = true;
    run();
  });
  const up = () => {
    if (!isHeld.current) return;
    isHeld.current = false;
    keys.settle();
  };
  useWindowEvent('keyup', up);
  useWindowEvent('blur', up);
}

function commandOf(event: KeyboardEvent, keys: Keys): (() => void) | undefined {
  const { key, shiftKey } = event;
  const ctrlKey = event.ctrlKey || event.metaKey;
  const by = /(Left|Up)$/.test(key) ? -1 : 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return shiftKey ? undefined : () => keys.move({ rows: by * (ctrlKey ? 10 : 1) });
    case 'PageUp':
    case 'PageDown':
      return ctrlKey ? undefined : () => keys.move({ months: by * (shiftKey ? 12 : 1) });
  }
  if (ctrlKey || shiftKey) return undefined;
  switch (key.toLowerCase()) {
    case 'home':
      return () => keys.move('first');
    case 'end':
      return () => keys.move('last');
    case 'n':
      return () => keys.move({ inversion: 1 });
    case 'p':
      return () => keys.move({ inversion: -1 });
    case ' ':
      return keys.play;
    case 'c':
      return keys.compare;
    case 'x':
      return keys.nextAxis;
    default:
      return undefined;
  }
}
