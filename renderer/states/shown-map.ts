import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AreaData, AreaMeasure } from '../../service/series-math/areas/measures.ts';
import type { Scheme } from '../chart/index.ts';
import type { Look } from './look.ts';
import type { MapState } from './map-state.ts';

/** What all parts of the map show. */
export type ShownMap = {
  state: MapState;
  data: AreaData;
  measured: AreaMeasure;
  /** The shown week: of the address, of a drag or of the player. */
  row: number;
  /** Its classes; `undefined` while only the numbers of one week are there. */
  look: Look | undefined;
  scheme: Scheme;
  change: (part: Partial<MapState>) => void;
};

/** The week on the screen. While a slider is dragged or the history plays, `show` moves it; at the end the address says where it stands. */
export type Playhead = {
  row: () => number;
  show: (row: number) => void;
  /** @returns stops calling `then` with each row that is shown. */
  onShow: (then: () => void) => () => void;
};

/** @param settled the row of the address; when it changes, that row is shown. @returns the playhead, and its row, with which the component renders. */
export function usePlayhead(settled: number): readonly [Playhead, row: number] {
  const [playhead] = useState(() => createPlayhead(settled));
  const before = useRef(settled);
  // Before the browser paints, so that no frame has a row of other weeks.
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
      for (const then of followers) then();
    },
    onShow(then) {
      followers.add(then);
      return () => void followers.delete(then);
    },
  };
}
