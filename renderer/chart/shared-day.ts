/**
 * The day under the crosshair of several charts. It moves without rendering: whoever draws it is called with each day, `undefined` for
 * none.
 */
export type SharedDay = {
  day: () => number | undefined;
  move: (day: number | undefined) => void;
  /** `draw` is called at once, and then with each day. @returns what ends it */
  follow: (draw: (day: number | undefined) => void) => () => void;
};

/** @returns a crosshair without a day. */
export function createSharedDay(): SharedDay {
  const followers = new Set<(day: number | undefined) => void>();
  let now: number | undefined;
  return {
    day: () => now,
    move(day) {
      if (day === now) return;
      now = day;
      for (const draw of followers) draw(day);
    },
    follow(draw) {
      followers.add(draw);
      draw(now);
      return () => void followers.delete(draw);
    },
  };
}
