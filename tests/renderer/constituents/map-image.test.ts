import { expect, test } from 'vitest';
import { mapMarkup } from '../../../renderer/constituents/map-image.ts';
import { rowsOf } from '../../../renderer/constituents/members.ts';
import { listChange } from '../../../service/series-math/list-change.ts';

const SECTORS = ['Information Technology', 'R&D <made up>'];
const members = Array.from({ length: 6 }, (_, i) => ({
  ticker: `T&${i}`,
  name: `Company ${i}`,
  sector: SECTORS[i % 2] as string,
  weight: String(6 - i),
}));

test('an image of a map has a tile a member, the texts that fit, and nothing of the page’s style sheets', () => {
  const rows = rowsOf(members, listChange(members.slice(1), members));
  for (const scheme of ['light', 'dark'] as const) {
    const { markup, width, height } = mapMarkup(rows, { width: 600, height: 400 }, false, scheme);
    expect([width, height]).toEqual([600, 400]);
    expect(markup.match(/<rect /g)).toHaveLength(6);
    expect(markup.match(/stroke-width="2"/g)).toHaveLength(1);
    expect(markup).toContain('T&#38;0');
    expect(markup).toContain('>6</text>');
    expect(markup).toContain('R&#38;D &#60;made up&#62; 3');
    expect(markup).not.toMatch(/var\(|light-dark|class=|&(?!#\d+;)/);
  }
  const narrow = mapMarkup(rows, { width: 250, height: 100 }, false, 'light').markup;
  expect(narrow).toContain('…</text>');
});
