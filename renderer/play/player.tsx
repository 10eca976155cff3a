import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useIsCalm } from '../api/index.ts';

/** Plays, pauses and chooses the speed. @param props.unit unit of the speeds: 'months a second' */
export function PlayControl(props: {
  isPlaying: boolean;
  /** The key that also toggles playing. */
  shortcut: string;
  speeds: readonly { value: number; label: string }[];
  speed: number;
  unit: string;
  onToggle: () => void;
  onSpeed: (speed: number) => void;
}) {
  const { isPlaying } = props;
  const name = isPlaying ? 'Pause' : 'Play';
  return (
    <div className="row gap-4">
      <Tooltip label={`${name} (${props.shortcut})`}>
        <ActionIcon variant="default" size={28} aria-label={name} onClick={props.onToggle}>
          {isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
        </ActionIcon>
      </Tooltip>
      <SegmentedControl
        aria-label={`Speed, ${props.unit}`}
        withItemsBorders={false}
        bg="var(--page)"
        bd="1px solid var(--line)"
        value={String(props.speed)}
        onChange={(value) => props.onSpeed(Number(value))}
        data={props.speeds.map(({ value, label }) => ({
          value: String(value),
          label: <span title={`${label} ${props.unit}`}>{label}</span>,
        }))}
        styles={{ label: { padding: '2px 7px' } }}
      />
    </div>
  );
}

/** Seconds between steps if the user prefers reduced motion. */
const CALM_STEP = 0.5;
/** Most seconds that one step counts: after being hidden, a page continues where it stopped. */
const LONGEST_STEP = 0.25;

/**
 * Calls `advance` with the seconds passed before each frame; for reduced motion, twice a second. Renders
 * nothing itself.
 * @param advance returns false at the end, which stops playing @param onStop called when playing stops
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
      const hasNext = step(waited);
      waited = 0;
      if (hasNext) frame = requestAnimationFrame(play);
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
