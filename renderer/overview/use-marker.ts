import { useCallback, useEffect, useRef } from 'react';
import type { BriefChanges } from '../../service/contract/brief.ts';
import { usePreference } from '../api/index.ts';

/** Whoever looks at Overview for so long has read it. */
const READ_MS = 20_000;

/**
 * Up to where Overview was read. It moves by `mark`, and when somebody leaves the screen for another one after a while; a reload leaves
 * it, and `undo` brings back what it was before.
 * @param changes what is shown @param isVisit whether that is what is new since the last visit: other changes are not read by looking
 */
export function useMarker(changes: BriefChanges | undefined, isVisit: boolean) {
  const [marker, setMarker] = usePreference('read_until');
  const mark = useCallback(() => {
    const { run: was, at } = marker;
    // A second time would leave nothing to bring back.
    if (changes && changes.run !== was)
      setMarker({ run: changes.run, at: new Date().toISOString(), before: { run: was, at } });
  }, [changes, marker, setMarker]);
  const leave = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    leave.current = isVisit && changes && changes.datasets.length > 0 ? mark : undefined;
  });
  useEffect(() => {
    const from = performance.now();
    return () => {
      if (performance.now() - from >= READ_MS) leave.current?.();
    };
  }, []);
  const { before } = marker;
  return { marker, mark, undo: before && (() => setMarker(before)) };
}
