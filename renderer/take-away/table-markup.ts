import type { ChartMarkup } from '../chart/index.ts';
import { escaped } from './chart-image.ts';

const EDGE = 4;

/** @returns an element's first table as a drawing: texts in their places, with a line below each row. */
export function tableMarkup(place: HTMLElement): ChartMarkup | undefined {
  const table = place.querySelector('table');
  if (!table) return undefined;
  const { left, top, width, height } = table.getBoundingClientRect();
  const { color } = getComputedStyle(table);
  const rows = [...table.rows].map((row) => {
    const box = row.getBoundingClientRect();
    const y = Math.round(box.bottom - top) - 0.5;
    // Cells of a sticky head have left their row's position.
    const textTop = (cell: HTMLTableCellElement) => top + cell.getBoundingClientRect().top - box.top;
    return `<path d="M0 ${y}H${width}" stroke="${color}" stroke-opacity="0.15"/>${[...row.cells].map((cell) => textOf(cell, left, textTop(cell))).join('')}`;
  });
  return {
    markup: `<g transform="translate(${EDGE} 0)">${rows.join('')}</g>`,
    width: width + 2 * EDGE,
    height: height + EDGE,
  };
}

/** @returns the text of a cell, in as many lines as on the page. */
function textOf(cell: HTMLTableCellElement, left: number, top: number): string {
  const { textAlign } = getComputedStyle(cell);
  const isEnd = textAlign === 'right' || textAlign === 'end';
  // Cuts a text as much as the page cuts it.
  const shown = cell.clientWidth / Math.max(1, cell.scrollWidth);
  const lines = new Map<number, { text: string; box: DOMRect; right: number; element: Element }>();
  for (const { text, box, element } of wordsOf(cell)) {
    const at = Math.round(box.bottom);
    const before = lines.get(at);
    lines.set(at, {
      ...(before ?? { box, element }),
      text: before ? `${before.text} ${text}` : text,
      right: box.right,
    });
  }
  return [...lines.values()]
    .map(({ text, box, right, element }) => {
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const x = (isEnd ? right : box.left) - left;
      const y = (box.top + box.bottom) / 2 - top;
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" dy="0.355em" font-size="${fontSize}" font-weight="${fontWeight}" fill="${color}"${isEnd ? ' text-anchor="end"' : ''}>${escaped(shown < 1 ? cut(text, shown) : text)}</text>`;
    })
    .join('');
}

function cut(text: string, share: number): string {
  return `${text.slice(0, Math.max(1, Math.floor(text.length * share) - 2)).trimEnd()}…`;
}

function* wordsOf(cell: HTMLElement): Generator<{ text: string; box: DOMRect; element: Element }> {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const found of (node.nodeValue ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      yield { text: found[0], box: range.getBoundingClientRect(), element: node.parentElement ?? cell };
    }
  }
}
