import { type RefCallback, useCallback } from 'react';

/**
 * The day that is drawn while somebody drags or plays. It moves without rendering: whoever draws it is called with each row. The address
 * follows when it comes to rest.
 */
export type Scrub = {
  row: () => number;
  /** Draws another day, for now. */
  move: (row: number) => void;
  isMoving: () => boolean;
  /** The day of the address, which is drawn at rest. */
  rest: (row: number) => void;
  /** @returns what ends it. `draw` is called at once, and then with each row. */
  follow: (draw: (row: number) => void) => () => void;
};

export function createScrub(first: number): Scrub {
  const followers = new Set<(row: number) => void>();
  let row = first;
  let isMoving = false;
  const go = (to: number) => {
    row = to;
    for (const draw of followers) draw(row);
  };
  return {
    row: () => row,
    isMoving: () => isMoving,
    move(to) {
      isMoving = true;
      if (to !== row) go(to);
    },
    rest(to) {
      isMoving = false;
      go(to);
    },
    follow(draw) {
      followers.add(draw);
      draw(row);
      return () => void followers.delete(draw);
    },
  };
}

/** @param row of the address. @returns the ref of an element that tells of that row: it is dimmed while another one is drawn. */
export function useDimmed({ scrub, row }: { scrub: Scrub; row: number }): RefCallback<Element> {
  const draw = useCallback(
    (element: Element, at: number) => void element.toggleAttribute('data-dimmed', at !== row),
    [row],
  );
  return useFollow(scrub, draw);
}

/**
 * @param draw draws a day into the element; the same function while it draws the same.
 * @returns the ref of an element that has the day of the scrub, now and at each of its steps.
 */
export function useFollow<Drawn extends Element>(
  scrub: Scrub,
  draw: (element: Drawn, row: number) => void,
): RefCallback<Drawn> {
  return useCallback(
    (element: Drawn | null) => (element ? scrub.follow((row) => draw(element, row)) : undefined),
    [scrub, draw],
  );
}
