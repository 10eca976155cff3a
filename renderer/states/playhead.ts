import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';

/**
 * The week on the screen. While a slider is dragged or the history plays, `show` moves it and calls what paints, and nothing renders; at
 * the end the address says where it stands.
 */
export type Playhead = {
  /** The row that is painted now. */
  row: () => number;
  /** Paints a row without rendering. */
  show: (row: number) => void;
  /** @param paint is called with each row that is shown. @returns stops that. */
  onShow: (paint: (row: number) => void) => () => void;
};

/** @param settled the row of the address; when it changes, that row is shown. */
export function usePlayhead(settled: number): Playhead {
  const [playhead] = useState(() => createPlayhead(settled));
  const before = useRef(settled);
  useEffect(() => {
    if (before.current === settled && playhead.row() === settled) return;
    before.current = settled;
    playhead.show(settled);
  }, [playhead, settled]);
  return playhead;
}

/** @param row of the address. @returns the ref of an element that tells of that row: it is dimmed while another one is painted. */
export function useDimmed(playhead: Playhead, row: number): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) =>
      element ? playhead.onShow((at) => void element.toggleAttribute('data-dimmed', at !== row)) : undefined,
    [playhead, row],
  );
}

function createPlayhead(first: number): Playhead {
  let at = first;
  const painters = new Set<(row: number) => void>();
  return {
    row: () => at,
    show(row) {
      at = row;
      for (const paint of painters) paint(row);
    },
    onShow(paint) {
      painters.add(paint);
      return () => void painters.delete(paint);
    },
  };
}
