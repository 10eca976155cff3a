import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeWindow, type Rectangle, SMALLEST, USUAL_SIZE } from '../../electron/desktop/index.ts';

const coordinate = fc.integer({ min: -8_000, max: 8_000 });
const area: fc.Arbitrary<Rectangle> = fc.record({
  x: coordinate,
  y: coordinate,
  width: fc.integer({ min: 640, max: 7_680 }),
  height: fc.integer({ min: 480, max: 4_320 }),
});
const saved: fc.Arbitrary<Rectangle> = fc.record({
  x: fc.integer({ min: -100_000, max: 100_000 }),
  y: fc.integer({ min: -100_000, max: 100_000 }),
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
});
const areas = fc.array(area, { minLength: 1, maxLength: 4 });

function isInside(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

test('the window is wholly on a screen, whatever was saved and whatever screens exist', () => {
  fc.assert(
    fc.property(areas, fc.option(saved, { nil: undefined }), (screens, before) => {
      const placed = placeWindow(screens, before);
      const screen = screens.find((each) => isInside(placed, each));
      expect(screen).toBeDefined();
      expect(placed.width).toBeGreaterThanOrEqual(Math.min(SMALLEST.width, screen?.width ?? 0));
      expect(placed.height).toBeGreaterThanOrEqual(Math.min(SMALLEST.height, screen?.height ?? 0));
      expect(Object.values(placed).every(Number.isInteger)).toBe(true);
    }),
  );
});

test('a window that is wholly on a screen is not moved', () => {
  fc.assert(
    fc.property(areas, saved, (screens, before) => {
      const placed = placeWindow(screens, before);
      expect(placeWindow(screens, placed)).toEqual(placed);
      const fits = before.width >= SMALLEST.width && before.height >= SMALLEST.height;
      const [only] = screens;
      if (fits && screens.length === 1 && only && isInside(before, only)) expect(placed).toEqual(before);
    }),
  );
});

test('a window on two screens opens on the one that shows most of it', () => {
  const left = { x: 0, y: 0, width: 1_920, height: 1_080 };
  const right = { x: 1_920, y: 0, width: 2_560, height: 1_400 };
  const across = { x: 1_500, y: 100, width: 1_280, height: 820 };
  expect(placeWindow([left, right], across)).toEqual({ ...across, x: 1_920 });
});

test('a window of a screen that is gone opens in the middle of the main screen, in its old size', () => {
  const main = { x: 0, y: 25, width: 1_440, height: 875 };
  expect(placeWindow([main], { x: 3_000, y: 0, width: 1_000, height: 700 })).toEqual({
    x: 220,
    y: 112,
    width: 1_000,
    height: 700,
  });
  expect(placeWindow([main], undefined)).toEqual({ x: 80, y: 52, ...USUAL_SIZE });
});
