import { usePreference } from '../api/index.ts';

/** Months a second. */
export const SPEEDS = [
  { value: 0.25, label: '¼' },
  { value: 1, label: '1' },
  { value: 4, label: '4' },
  { value: 16, label: '16' },
] as const;

/** The speed of playing, remembered. */
export function usePlaySpeed(): readonly [number, (speed: number) => void] {
  const [kept, keep] = usePreference('play_speed');
  return [SPEEDS.find(({ value }) => value === kept)?.value ?? 4, keep];
}
