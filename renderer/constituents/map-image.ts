import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { ChartMarkup, Scheme } from '../chart/index.ts';
import { escaped } from '../take-away/index.ts';
import type { MapMember } from './members.ts';
import { cutName, levelOf, tileColour, treemapLayout } from './tile-layout.ts';

const TEXT = { light: '#171c26', dark: '#dfe3ea' } as const;
const ACCENT = { light: '#2a55c8', dark: '#79a2f7' } as const;
/** Most pixels that a letter of a sector's name takes. */
const HEAD_LETTER = 7.4;

/** @returns the map as SVG, for an image. @param place the element whose size the map gets */
export function mapMarkup(
  rows: readonly MapMember[],
  place: { width: number; height: number },
  isEqual: boolean,
  scheme: Scheme,
): ChartMarkup {
  const size = { width: Math.round(place.width), height: Math.round(place.height) };
  const { tiles, heads } = treemapLayout(rows, size, isEqual);
  const parts = [
    ...heads.map(
      ({ x, y, width, sector, members }) =>
        `<text x="${fixed(x + 2)}" y="${fixed(y + 13)}" font-size="12" font-weight="550" fill="${TEXT[scheme]}">${escaped(cutName(`${sector} ${members}`, width / HEAD_LETTER))}</text>`,
    ),
    ...tiles.map(({ x, y, width, height, row, label }) => {
      const { background, color } = tileColour(levelOf(row), scheme);
      const text = `<text x="${fixed(x + width / 2)}" text-anchor="middle" font-size="${label?.size}" fill="${color}"`;
      const outline = row.was === 'new' ? ` stroke="${ACCENT[scheme]}" stroke-width="2"` : '';
      return [
        `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width - 1)}" height="${fixed(height - 1)}" rx="2" fill="${background}"${outline}/>`,
        label
          ? `${text} y="${fixed(y + height / 2 + (label.hasWeight ? -2 : 4))}" font-weight="550">${escaped(label.text)}</text>`
          : '',
        label?.hasWeight
          ? `${text} y="${fixed(y + height / 2 + 11)}">${groupDigits(row.member.weight)}</text>`
          : '',
      ].join('');
    }),
  ];
  return { markup: `<svg width="${size.width}" height="${size.height}">${parts.join('')}</svg>`, ...size };
}

const fixed = (pixels: number) => Math.max(0, pixels).toFixed(1);
