import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AreaData, AreaMeasure } from '../../service/series-math/areas/measures.ts';
import type { Scheme } from '../chart/index.ts';
import type { Look } from './look.ts';
import type { MapState } from './map-state.ts';

/** The state that all parts of the map show. */
export type ShownMap = {
  state: MapState;
  data: AreaData;
  measured: AreaMeasure;
  /** The shown week: from the address, a drag or the player. */
  row: number;
  /** The week's classes; `undefined` until all weeks are loaded. */
  look: Look | undefined;
  scheme: Scheme;
  change: (part: Partial<MapState>) => void;
};

/** The week on the screen. A drag or the player moves it with `show`; at the end the address follows. */
export type Playhead = {
  row: () => number;
  show: (row: number) => void;
  /** Calls `follower` at each move. @returns a function that stops this */
  onShow: (follower: () => void) => () => void;
};

/** Returns the playhead and its row. @param settled the address's row; when it changes, it is shown */
export function usePlayhead(settled: number): readonly [Playhead, row: number] {
  const [playhead] = useState(() => createPlayhead(settled));
  const before = useRef(settled);
  // Runs before the browser paints, so that no frame has a row of the old weeks.
  useLayoutEffect(() => {
    if (before.current === settled && playhead.row() === settled) return;
    before.current = settled;
    playhead.show(settled);
  }, [playhead, settled]);
  return [playhead, useSyncExternalStore(playhead.onShow, playhead.row)];
}

function createPlayhead(first: number): Playhead {
  let at = first;
  const followers = new Set<() => void>();
  return {
    row: () => at,
    show(row) {
      at = row;
      for (const follower of followers) follower();
    },
    onShow(follower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
  };
}
