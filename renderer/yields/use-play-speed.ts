import { useLocalStorage } from '@mantine/hooks';

/** Months a second. */
export const SPEEDS = [
  { value: 0.25, label: '¼' },
  { value: 1, label: '1' },
  { value: 4, label: '4' },
  { value: 16, label: '16' },
] as const;
const USUAL = 4;

/** The speed of playing, remembered on this machine. */
export function usePlaySpeed() {
  return useLocalStorage<number>({
    key: 'almanac.yields-speed',
    defaultValue: USUAL,
    getInitialValueInEffect: false,
    deserialize: (text) => SPEEDS.find(({ value }) => String(value) === text)?.value ?? USUAL,
    serialize: String,
  });
}
