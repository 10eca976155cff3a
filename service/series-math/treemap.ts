/** Tiles of a map of constituents: equal tiles, and the step from one tile to the next. */

export type Rect = { x: number; y: number; width: number; height: number };

/** @returns `count` equal rectangles in rows, each about `shape` times as wide as high. */
export function equalTiles(count: number, { x, y, width, height }: Rect, shape: number): Rect[] {
  const sizeOf = (columns: number) => ({
    width: width / columns,
    height: height / Math.ceil(count / columns),
  });
  const least = (columns: number) => {
    const size = sizeOf(columns);
    return Math.min(size.width / shape, size.height);
  };
  let columns = 1;
  for (let more = 2; more <= count; more++) if (least(more) > least(columns)) columns = more;
  const size = sizeOf(columns);
  return Array.from({ length: count }, (_, i) => ({
    ...{ x: x + (i % columns) * size.width, y: y + Math.floor(i / columns) * size.height },
    ...size,
  }));
}

/** @returns the index of the nearest rectangle in a direction, by their centres, or `undefined`. */
export function neighbourOf(
  rects: readonly Rect[],
  from: number,
  dx: number,
  dy: number,
): number | undefined {
  const middle = ({ x, y, width, height }: Rect) => [x + width / 2, y + height / 2] as const;
  const start = rects[from];
  if (!start) return undefined;
  const [x, y] = middle(start);
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, rect] of rects.entries()) {
    if (i === from) continue;
    const [a, b] = middle(rect);
    const along = (a - x) * dx + (b - y) * dy;
    const across = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    // A distance across counts three times, so that the touching tile wins.
    const far = along + 3 * across;
    if (along > 0.5 && far < least) [best, least] = [i, far];
  }
  return best;
}
