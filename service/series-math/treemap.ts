/** Rectangles for a treemap: squarified (Bruls, Huizing and van Wijk, 'Squarified Treemaps', 2000), so that tiles are hardly longer than wide. */

export type Rect = { x: number; y: number; width: number; height: number };

/**
 * @param sizes descending and above 0.
 * @returns a rectangle for each, in their order. Together they fill `within`; each has its share of the area.
 */
export function squarified(sizes: readonly number[], within: Rect): Rect[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const scale = (within.width * within.height) / total;
  const areas = sizes.map((size) => size * scale);
  const rects: Rect[] = [];
  let room = within;
  for (let start = 0; start < areas.length; ) {
    const side = Math.min(room.width, room.height);
    let end = start + 1;
    while (end < areas.length && worst(areas, start, end + 1, side) <= worst(areas, start, end, side)) end++;
    room = placeRow(areas.slice(start, end), room, rects);
    start = end;
  }
  return rects;
}

/** @returns how much longer than wide the worst tile of a row is. */
function worst(areas: readonly number[], start: number, end: number, side: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) sum += areas[i] as number;
  const depth = sum / side;
  const ratio = (area: number) => Math.max(depth ** 2 / area, area / depth ** 2);
  return Math.max(ratio(areas[start] as number), ratio(areas[end - 1] as number));
}

/** Places a row along the shorter side of the room. @returns the room that is left. */
function placeRow(row: readonly number[], { x, y, width, height }: Rect, into: Rect[]): Rect {
  const sum = row.reduce((total, area) => total + area, 0);
  const isUpright = width >= height;
  const depth = sum / (isUpright ? height : width);
  let at = isUpright ? y : x;
  for (const area of row) {
    const length = area / depth;
    into.push(
      isUpright ? { x, y: at, width: depth, height: length } : { x: at, y, width: length, height: depth },
    );
    at += length;
  }
  return isUpright
    ? { x: x + depth, y, width: Math.max(0, width - depth), height }
    : { x, y: y + depth, width, height: Math.max(0, height - depth) };
}

/**
 * @param shape how much wider than high, about.
 * @returns as many rectangles of one size and shape, row by row; the last row may not be full.
 */
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

/** @returns the index of the nearest rectangle in a direction, by their middles; `undefined` where there is none. */
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
    // Nearly beside it counts as beside it: the tile that touches is meant.
    const far = along + 3 * across;
    if (along > 0.5 && far < least) [best, least] = [i, far];
  }
  return best;
}
