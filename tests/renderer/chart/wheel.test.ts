import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wheelZoom } from '../../../renderer/chart/use-zoom-gestures.ts';

const plain = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false };
const scrolls = () => true;
const stands = () => false;

it('zooms by a quarter with each notch, with and without Ctrl', () => {
  expect(wheelZoom({ ...plain, deltaY: 100 }, stands)).toBe(1.25);
  expect(wheelZoom({ ...plain, deltaY: -120 }, stands)).toBe(0.8);
  expect(wheelZoom({ ...plain, deltaY: 100, ctrlKey: true }, scrolls)).toBe(1.25);
  expect(wheelZoom({ ...plain, deltaY: 3, deltaMode: 1, metaKey: true }, scrolls)).toBe(1.25);
});

it('leaves a plain wheel to an element that scrolls, and a sideways wheel to the browser', () => {
  expect(wheelZoom({ ...plain, deltaY: 100 }, scrolls)).toBeUndefined();
  expect(wheelZoom({ ...plain, deltaX: 90, deltaY: 10 }, stands)).toBeUndefined();
  expect(wheelZoom(plain, stands)).toBeUndefined();
});

it('zooms in small steps with a smooth wheel, and in and out by the same amount', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 400, noNaN: true }), fc.boolean(), (deltaY, ctrlKey) => {
      const out = wheelZoom({ ...plain, ctrlKey, deltaY }, stands) as number;
      const into = wheelZoom({ ...plain, ctrlKey, deltaY: -deltaY }, stands) as number;
      expect(out).toBeGreaterThan(1);
      expect(out).toBeLessThanOrEqual(1.25);
      expect(out * into).toBeCloseTo(1, 9);
    }),
  );
});
