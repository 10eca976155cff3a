import { type ChartMarkup, chartMarkup } from '../chart/index.ts';
import { heatKey } from './heat.ts';
import type { Shown } from './shown.ts';

/** Above the map, in pixels: the key of its colours. */
const KEY = { width: 160, height: 8, room: 24, letter: 6.2 };

/** @returns the heat map of an element as one drawing: the pixels of its canvas below its names, the shown day, the key of its colours. */
export function heatMarkup(place: HTMLElement, of: Shown): ChartMarkup | undefined {
  const canvas = place.querySelector('canvas');
  const svg = place.querySelector<SVGSVGElement>('svg[data-heat]');
  if (!canvas || !svg) return undefined;
  const names = chartMarkup(svg);
  const origin = svg.getBoundingClientRect();
  const box = canvas.getBoundingClientRect();
  const { colours, low, high } = heatKey(of);
  const { color } = getComputedStyle(svg);
  const [left, right] = [box.left - origin.left, box.right - origin.left];
  const cursor = svg.nextElementSibling?.getBoundingClientRect();
  const day = cursor === undefined ? 0 : cursor.left + cursor.width / 2 - origin.left;
  const stops = colours.map((one, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${one}"/>`);
  const width = Math.min(KEY.width, (right - left) * 0.3);
  const at = { x: right - width - KEY.letter * (high.length + 1), y: 4 };
  const text = (x: number, said: string, anchor: string) =>
    `<text x="${x}" y="${at.y + KEY.height}" text-anchor="${anchor}">${said}</text>`;
  return {
    width: names.width,
    height: names.height + KEY.room,
    markup: [
      `<defs><linearGradient id="heat-key">${stops.join('')}</linearGradient>`,
      `<pattern id="heat-none" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">`,
      `<path d="M0 0V5" stroke="${color}" stroke-opacity="0.35"/></pattern></defs>`,
      `<g font-size="11" fill="${color}">`,
      text(left, 'Hatched: not published', 'start'),
      text(at.x - 6, low, 'end'),
      text(right, high, 'end'),
      `<rect x="${at.x}" y="${at.y}" width="${width}" height="${KEY.height}" fill="url(#heat-key)"/></g>`,
      `<g transform="translate(0 ${KEY.room})">`,
      `<rect x="${left}" width="${right - left}" height="${box.height}" fill="url(#heat-none)"/>`,
      `<image x="${left}" width="${right - left}" height="${box.height}" preserveAspectRatio="none" style="image-rendering: pixelated" href="${canvas.toDataURL()}"/>`,
      day > left && day < right
        ? `<path d="M${day} 0V${box.height + 3}" stroke="${color}" stroke-width="2"/>`
        : '',
      names.markup,
      '</g>',
    ].join(''),
  };
}
