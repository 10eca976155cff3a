import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { ChartMarkup } from '../chart/index.ts';
import { levelOf, tileColour } from './level.ts';
import type { MapMember } from './members.ts';
import { treemapLayout } from './tile-layout.ts';

const TEXT = { light: '#171c26', dark: '#dfe3ea' } as const;
const ACCENT = { light: '#2a55c8', dark: '#79a2f7' } as const;

/** @returns the map as SVG, for an image. @param size in pixels. */
export function mapMarkup(
  rows: readonly MapMember[],
  size: { width: number; height: number },
  isEqual: boolean,
  scheme: 'light' | 'dark',
): ChartMarkup {
  const { tiles, heads } = treemapLayout(rows, size, isEqual);
  const text = TEXT[scheme];
  const parts = [
    ...heads.map(
      ({ x, y, width, sector, members }) =>
        `<text x="${fixed(x + 2)}" y="${fixed(y + 13)}" font-size="12" font-weight="550" fill="${text}">${escaped(headText(`${sector} ${members}`, width))}</text>`,
    ),
    ...tiles.map((tile) => {
      const { x, y, width, height, row, label } = tile;
      const hasWeight = label?.hasWeight ?? false;
      const { background, color } = tileColour(levelOf(row), scheme);
      const middle = `x="${fixed(x + width / 2)}" text-anchor="middle" font-size="${label?.size}" fill="${color}"`;
      const outline = row.was === 'new' ? ` stroke="${ACCENT[scheme]}" stroke-width="2"` : '';
      return [
        `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width - 1)}" height="${fixed(height - 1)}" rx="2" fill="${background}"${outline}/>`,
        label
          ? `<text ${middle} y="${fixed(y + height / 2 + (hasWeight ? -2 : 4))}" font-weight="550">${escaped(label.text)}</text>`
          : '',
        hasWeight
          ? `<text ${middle} y="${fixed(y + height / 2 + 11)}">${groupDigits(row.member.weight)}</text>`
          : '',
      ].join('');
    }),
  ];
  return {
    markup: `<svg width="${size.width}" height="${size.height}">${parts.join('')}</svg>`,
    ...size,
  };
}

/** Pixels of a letter of a sector's name, at most. */
const HEAD_LETTER = 7.4;

/** @returns a name cut to its room. */
function headText(name: string, width: number): string {
  const room = Math.floor(width / HEAD_LETTER);
  return name.length <= room ? name : `${name.slice(0, Math.max(1, room - 1))}…`;
}

const fixed = (pixels: number) => Math.max(0, pixels).toFixed(1);

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
