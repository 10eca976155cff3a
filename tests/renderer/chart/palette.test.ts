import { describe, expect, it } from 'vitest';
import { letterColour, SERIES_COLOURS, SERIES_DASHES, seriesDash } from '../../../renderer/chart/palette.ts';
import { contrast, distance, SEEN } from './colour-vision.ts';

describe.each([
  ['light', ['#ffffff', '#f5f6f9']],
  ['dark', ['#1c2129', '#262c36']],
] as const)('the palette on the %s page', (scheme, pages) => {
  const colours = SERIES_COLOURS[scheme];

  it('contrasts enough with the page (WCAG 1.4.11)', () => {
    for (const colour of colours)
      for (const page of pages) expect(contrast(colour, page), colour).toBeGreaterThanOrEqual(3);
  });

  it('has letters that contrast as much as text must (WCAG 1.4.3)', () => {
    for (const slot of colours.keys())
      for (const page of pages)
        expect(contrast(letterColour(slot, scheme), page), `${slot}`).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.keys(SEEN))('has no two colours that look alike with %s', (cones) => {
    for (const [i, one] of colours.entries())
      for (const [k, other] of colours.entries())
        if (k > i) expect(distance(one, other, cones), `${i}, ${k}`).toBeGreaterThan(16);
  });
});

it('lines are solid unless dashes are wanted', () => {
  expect(SERIES_DASHES.map((_, slot) => seriesDash(slot, false))).toEqual(Array(8).fill(''));
  expect(seriesDash(1, true)).not.toBe('');
});

it('dashes have no gap that looks like missing data, and no two are alike', () => {
  expect(new Set(SERIES_DASHES).size).toBe(8);
  for (const dash of SERIES_DASHES.filter((one) => one !== '')) {
    const lengths = dash.split(' ').map(Number);
    const gaps = lengths.filter((_, i) => i % 2 === 1);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3);
    const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
    expect(sum(gaps) / sum(lengths)).toBeLessThan(0.34);
  }
});
