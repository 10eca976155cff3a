import { describe, expect, it } from 'vitest';
import { BLANK, classColours, RAMPS } from '../../../renderer/states/look.ts';
import { contrast, distance, SEEN } from '../chart/colour-vision.ts';

describe.each(['light', 'dark'] as const)('the scales of the map on the %s page', (scheme) => {
  it.each(['level', 'change'] as const)(
    'has text on each colour of %s that can be read (WCAG 1.4.3)',
    (kind) => {
      for (const { fill, text } of [...classColours(kind, 6, scheme), BLANK[scheme]])
        expect(contrast(fill, text), `${text} on ${fill}`).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(Object.keys(SEEN))('no two neighbours look alike with %s, nor do the two sides of 0', (cones) => {
    for (const ramp of Object.values(RAMPS[scheme]))
      for (const [i, fill] of ramp.entries())
        if (i > 0) expect(distance(ramp[i - 1] as string, fill, cones), `${i}`).toBeGreaterThan(8);
    const { change } = RAMPS[scheme];
    for (const [i, fill] of change.slice(0, 3).entries())
      expect(distance(fill, change[6 - i] as string, cones), `${i}`).toBeGreaterThan(16);
  });
});

it.each(['light', 'dark'] as const)('with fewer classes the ends and the middle stay (%s)', (scheme) => {
  const fills = (kind: 'level' | 'change', bounds: number) =>
    classColours(kind, bounds, scheme).map(({ fill }) => fill);
  const { level, change } = RAMPS[scheme];
  expect(fills('level', 6)).toEqual(level);
  expect(fills('level', 1)).toEqual([level[0], level[6]]);
  expect(fills('level', 0)).toEqual([level[3]]);
  expect(fills('change', 6)).toEqual(change);
  expect(fills('change', 2)).toEqual(change.slice(2, 5));
});
