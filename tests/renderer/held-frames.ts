import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

/**
 * The page draws a frame only when the test says so, each more than a second after the one before. Playing
 * counts at most a quarter of a second for it, so the speed of the machine does not matter.
 */
export function holdFrames() {
  const { requestAnimationFrame, cancelAnimationFrame } = window;
  const waiting = new Map<number, FrameRequestCallback>();
  let last = 0;
  let now = 0;
  const own = {
    requestAnimationFrame: (draw: FrameRequestCallback) => waiting.set(++last, draw) && last,
    cancelAnimationFrame: (frame: number) => void waiting.delete(frame),
  };
  for (const place of [window, globalThis]) Object.assign(place, own);
  onTestFinished(() => {
    for (const place of [window, globalThis])
      Object.assign(place, { requestAnimationFrame, cancelAnimationFrame });
  });
  return {
    next: () => {
      const drawn = [...waiting.values()];
      waiting.clear();
      now = Math.max(now, performance.now()) + 1000;
      act(() => {
        for (const draw of drawn) draw(now);
      });
    },
  };
}
