import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useIsCalm } from '../api/index.ts';

/** Where motion is reduced, seconds from one step to the next. */
const CALM_STEP = 0.5;
/** A page that was hidden for a while goes on where it was. */
const LONGEST_STEP = 0.25;

/**
 * Plays: calls `advance` with the seconds that have passed, before each frame; where less motion is wanted, twice a second.
 * Nothing renders meanwhile but what `advance` renders.
 * @param advance returns false at the end, which stops it. @param onStop is called when it stops, at the end or by `stop`.
 */
export function usePlayer(advance: (seconds: number) => boolean, onStop: () => void) {
  const [isPlaying, setPlaying] = useState(false);
  const isCalm = useIsCalm();
  const step = useEffectEvent(advance);
  const end = useEffectEvent(onStop);
  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let waited = 0;
    let frame = requestAnimationFrame(function play(now) {
      waited += Math.min((now - before) / 1000, LONGEST_STEP);
      before = now;
      if (waited < (isCalm ? CALM_STEP : 0)) {
        frame = requestAnimationFrame(play);
        return;
      }
      const goesOn = step(waited);
      waited = 0;
      if (goesOn) frame = requestAnimationFrame(play);
      else setPlaying(false);
    });
    return () => {
      cancelAnimationFrame(frame);
      end();
    };
  }, [isPlaying, isCalm]);
  return {
    isPlaying,
    toggle: useCallback(() => setPlaying((was) => !was), []),
    stop: useCallback(() => setPlaying(false), []),
  };
}
