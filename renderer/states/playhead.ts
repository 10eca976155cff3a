import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/**
 * The week on the screen. While a slider is dragged or the history plays, `show` moves it and calls what paints; at the end the address
 * says where it stands.
 */
export type Playhead = {
  /** The row that is painted now. */
  row: () => number;
  /** Shows a row, for now. */
  show: (row: number) => void;
  /** @param paint is called with each row that is shown. @returns stops that. */
  onShow: (paint: (row: number) => void) => () => void;
};

/** @param settled the row of the address; when it changes, that row is shown. */
export function usePlayhead(settled: number): Playhead {
  const [playhead] = useState(() => createPlayhead(settled));
  const before = useRef(settled);
  // Before the browser paints, so that no frame has a row of other weeks.
  useLayoutEffect(() => {
    if (before.current === settled && playhead.row() === settled) return;
    before.current = settled;
    playhead.show(settled);
  }, [playhead, settled]);
  return playhead;
}

/** @returns the row that is shown now, from the address, or from a drag or the player. A component that reads it renders with each row. */
export function useShownRow(playhead: Playhead): number {
  return useSyncExternalStore(playhead.onShow, playhead.row);
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
