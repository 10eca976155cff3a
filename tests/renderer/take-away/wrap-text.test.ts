import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chartImage,
  type ImageWords,
  type MeasureText,
  wrapText,
} from '../../../renderer/take-away/chart-image.ts';

/** Letters of different widths, none wider than the size. */
const measure: MeasureText = (text, size) =>
  [...text].reduce((sum, letter) => sum + (letter === 'i' ? 0.3 : letter === 'W' ? 1 : 0.6) * size, 0);
const bare = (text: string) => text.replace(/\s+/g, '');
const anyText = fc.array(fc.string({ unit: fc.constantFrom('i', 'W', 'a', 'é', '🏠', ',') }), {
  maxLength: 12,
});

describe('wrapping', () => {
  it('loses no letter, and no line is wider than its place', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 40, max: 400 }), (words, width) => {
        const text = words.join(' ');
        const lines = wrapText(text, { width, size: 12, measure });
        expect(bare(lines.join(''))).toBe(bare(text));
        for (const line of lines) expect(measure(line, 12, 400)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('breaks at spaces where it can, and leaves no line that the next word would fit on', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[aiW]{1,6}$/), { minLength: 1 }), (words) => {
        const fits = { width: 100, size: 12, measure };
        const lines = wrapText(words.join(' '), fits);
        expect(lines.join(' ')).toBe(words.join(' '));
        for (const [i, line] of lines.slice(0, -1).entries())
          expect(wrapText(`${line} ${lines[i + 1]?.split(' ')[0]}`, fits)).toHaveLength(2);
      }),
    );
  });
});

const LONG = 'Securities held outright: U.S. Treasury securities, inflation compensation, Wednesday level';
const drawing = { markup: '<svg width="640" height="300"/>', width: 640, height: 300 };
const wordsOf = (series: number): ImageWords => ({
  title: Array(series).fill(LONG).join(' and '),
  subtitle: Array(series).fill('millions of dollars').join(' · '),
  legend: Array.from({ length: series }, (_, slot) => ({
    slot,
    letter: 'abcdefgh'[slot] ?? '',
    text: `${LONG}: 1,234 millions (${slot})`,
    made: `Percent change from year ago, 12-period average · Quarterly: ${LONG} · Right axis`,
  })),
  left: 'Compounded annual rate of change, seasonally adjusted, in percent of the whole',
  right: 'Percent change from year ago, 12-period average',
  footer: [`Source: ${'Board of Governors of the Federal Reserve System; '.repeat(series)}Almanac 0.1.0.`],
});

describe('words of an image', () => {
  const textsOf = (svg: string) =>
    [
      ...svg.matchAll(
        /<text x="(\d+)" y="(\d+)" font-size="(\d+)"[^>]*?( text-anchor="end")?>([^<]*)<\/text>/g,
      ),
    ].map(([, x, y, size, isEnd, text]) => {
      const width = measure(text ?? '', Number(size), 400);
      const start = isEnd ? Number(x) - width : Number(x);
      return { start, end: start + width, y: Number(y), size: Number(size), text: text ?? '' };
    });

  it.each([1, 3, 8])('of %i lines with long names lie inside the image and over no other', (series) => {
    const image = chartImage(drawing, wordsOf(series), { scheme: 'light', isDashed: false }, measure);
    const texts = textsOf(image.svg);
    const chartTop = Number(/translate\(16 (\d+)\)/.exec(image.svg)?.[1]);
    for (const one of texts) {
      expect(one.start).toBeGreaterThanOrEqual(16);
      expect(one.end).toBeLessThanOrEqual(image.width - 16);
      expect(one.y).toBeLessThan(image.height - 8);
      // Below the line of units, which has room in the drawing, no text stands over the plot.
      expect(one.y <= chartTop + 20 || one.y > chartTop + drawing.height).toBe(true);
    }
    for (const [i, one] of texts.entries())
      for (const other of texts.slice(i + 1)) {
        const isBeside = one.end <= other.start || other.end <= one.start;
        expect(isBeside || Math.abs(one.y - other.y) >= Math.max(one.size, other.size)).toBe(true);
      }
    const said = bare(texts.map(({ text }) => text).join(''));
    for (const { text } of wordsOf(series).legend) expect(said).toContain(bare(text));
    for (const text of wordsOf(series).footer) expect(said).toContain(bare(text));
  });
});
