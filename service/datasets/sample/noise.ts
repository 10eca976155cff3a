import type { Curve } from './curve.ts';

/** A stream of numbers that looks random and is the same on every machine for the same name. */
export type Noise = ReturnType<typeof createNoise>;

/** @returns the noise that belongs to a name. */
export function createNoise(name: string) {
  let state = hash(name);
  let drifted = 0;
  // Mulberry32, T. Ettinger, public domain: 32-bit integer arithmetic only.
  function uniform(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  // The sum of four uniforms has a variance of 4/12; times the square root of 3 its variance is 1.
  const bell = () => (uniform() + uniform() + uniform() + uniform() - 2) * 1.7320508;
  return {
    /** @returns a number from 0 (included) to 1 (excluded). */
    uniform,
    /** @returns a number about 0, bell-shaped, standard deviation 1, never beyond ±3.5. */
    bell,
    /** @returns the next step of a first-order autoregression with this memory (0 to 1) and standard deviation of its steps. */
    drift(memory: number, step: number): number {
      drifted = memory * drifted + step * bell();
      return drifted;
    },
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}

/**
 * @param name names the noise (`createNoise`); `memory` and `step` are those of its drift.
 * @returns the level of each day, times a factor that drifts about 1 and is never below 0.
 */
export function drifting(
  level: Curve,
  days: readonly number[],
  name: string,
  memory: number,
  step: number,
): number[] {
  const noise = createNoise(name);
  return days.map((day) => level(day) * Math.max(0, 1 + noise.drift(memory, step)));
}
