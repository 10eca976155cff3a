import { act, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { YIELDS_SCREEN } from '../../../renderer/yields/index.ts';
import { NumberGrid } from '../../../renderer/yields/number-grid.tsx';
import { DayLine, useYieldKeys } from '../../../renderer/yields/yields-view.tsx';
import type { CatalogDataset } from '../../../service/contract/catalog.ts';
import { draw } from './draw.tsx';
import { shownFew } from './shown-few.ts';

test('arrow keys move from number to number up to the edges of a grid, and a press explains a number', () => {
  const explained: string[] = [];
  const lines = ['a', 'b', 'c'].map((line) => ({
    ...{ key: line, head: line.toUpperCase(), isMarked: line === 'b', isStrong: line === 'c' },
    cells: [
      { text: `${line}1`, explain: `${line}1.word`, title: `From ${line}` },
      line === 'b' ? { text: '–' } : { text: `${line}2`, explain: `${line}2.word` },
    ],
  }));
  const grid = (explainedWord: string | undefined, shown = lines) => (
    <NumberGrid
      label="Numbers"
      corner={{ title: 'Line', width: '3rem' }}
      columns={[
        { key: 'one', title: 'One' },
        { key: 'two', title: 'Two' },
      ]}
      lines={shown}
      explained={explainedWord}
      onExplain={(word) => explained.push(word)}
    />
  );
  const drawn = draw(grid('a2.word'));
  const { one, texts, attributes } = drawn;
  expect(texts('tr')).toEqual(['LineOneTwo', 'Aa1a2', 'Bb1–', 'Cc1c2']);
  expect([one('table').getAttribute('aria-label'), one('table').style.minWidth]).toEqual([
    ...['Numbers', 'calc(3rem + 4.25rem)'],
  ]);
  expect(attributes('tbody tr', 'data-marked')).toEqual([null, 'true', null]);
  expect(attributes('tbody tr', 'class')).toEqual(['', '', 'strong']);
  expect(attributes('td button', 'aria-pressed')).toEqual([
    'false',
    'true',
    'false',
    'false',
    'false',
    'false',
  ]);
  expect(attributes('td button', 'aria-disabled')).toEqual([null, null, null, 'true', null, null]);
  expect(attributes('td button', 'title').slice(0, 3)).toEqual(['From a', null, 'From b']);
  const stops = () => texts('td button[tabindex="0"]');
  expect(stops()).toEqual(['a1']);
  const press = (key: string) => {
    fireEvent.keyDown(document.activeElement as Element, { key });
    return document.activeElement?.textContent;
  };
  act(() => one('td button').focus());
  expect(
    [
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowRight',
      'ArrowRight',
      'ArrowUp',
      'ArrowLeft',
      'ArrowLeft',
    ].map(press),
  ).toEqual([
    ...['b1', 'c1', 'c1', 'c2', 'c2', 'b2', 'b1', 'b1'].map((text) => (text === 'b2' ? '–' : text)),
  ]);
  expect([press('ArrowUp'), press('ArrowUp'), press('Home')]).toEqual(['a1', 'a1', 'a1']);
  act(() => one('[data-cell="2,1"]').focus());
  expect([stops(), press('ArrowUp')]).toEqual([['c2'], '–']);
  fireEvent.click(one('[data-cell="1,1"]'));
  fireEvent.click(one('[data-cell="2,0"]'));
  expect(explained).toEqual(['c1.word']);
  act(() => one('[data-cell="2,1"]').focus());
  drawn.again(grid(undefined, lines.slice(0, 1)));
  expect(stops()).toEqual(['a2']);
});

test('a newer curve that is late is named, but not beside an earlier day or an earlier state of the data', () => {
  const late = (state: 'late' | 'fresh', expected: string | null = '2025-03-10') =>
    ({ last_date: '2025-03-07', freshness: { state, expected_last_date: expected } }) as CatalogDataset;
  const line = (search: Parameters<typeof shownFew>[0], dataset: CatalogDataset) =>
    draw(<DayLine shown={shownFew(search)} sentence={['A sentence']} dataset={dataset} />).texts('.chip, p');
  const chip = 'Curve of 2025-03-07. The curve of 2025-03-10 was due at 18:00 ET.';
  expect(line({}, late('late'))).toEqual(['A sentence', chip]);
  expect(line({}, late('fresh'))).toEqual(['A sentence']);
  expect(line({}, late('late', null))).toEqual(['A sentence']);
  expect(line({ date: '2025-03-06' }, late('late'))).toEqual(['A sentence']);
  expect(line({ as_of: '2025-03-08' }, late('late'))).toEqual(['A sentence']);
  expect(
    line({}, {
      last_date: null,
      freshness: { state: 'late', expected_last_date: '2025-03-10' },
    } as CatalogDataset),
  ).toEqual(['A sentence']);
});

test('the sentence of the day is dimmed while another day is drawn', () => {
  const shown = shownFew({});
  const { one } = draw(<DayLine shown={shown} sentence={['A sentence']} dataset={{} as CatalogDataset} />);
  const isDimmed = () => one('p').hasAttribute('data-dimmed');
  expect(isDimmed()).toBe(false);
  act(() => shown.scrub.move(3));
  expect(isDimmed()).toBe(true);
  act(() => shown.scrub.rest(14));
  expect(isDimmed()).toBe(false);
});

function Keys({ pressed }: { pressed: unknown[] }) {
  useYieldKeys({
    move: (to) => void pressed.push(to),
    settle: () => void pressed.push('settle'),
    play: () => void pressed.push('play'),
    compare: () => void pressed.push('compare'),
    nextAxis: () => void pressed.push('axis'),
  });
  return (
    <>
      <button type="button">Button</button>
      <input type="radio" />
      <input type="text" />
      {/* biome-ignore lint/a11y/useSemanticElements: the keys depend on this role */}
      <div role="grid">
        <button type="button">Cell</button>
      </div>
    </>
  );
}

test('keys move the day until they are released, and do something else while a control has the focus', () => {
  const pressed: unknown[] = [];
  const drawn = draw(<Keys pressed={pressed} />);
  const press = (key: string, more: object = {}, target: Element = document.body) => {
    pressed.length = 0;
    const isFree = fireEvent.keyDown(target, { key, ...more });
    return [...pressed, ...(isFree ? ['free'] : [])];
  };
  expect([
    press('ArrowLeft'),
    press('ArrowRight'),
    press('ArrowLeft', { ctrlKey: true }),
    press('ArrowRight', { metaKey: true }),
  ]).toEqual([...[[{ rows: -1 }], [{ rows: 1 }], [{ rows: -10 }], [{ rows: 10 }]]]);
  expect([
    press('PageUp'),
    press('PageDown'),
    press('PageUp', { shiftKey: true }),
    press('PageDown', { shiftKey: true }),
  ]).toEqual([...[[{ months: -1 }], [{ months: 1 }], [{ months: -12 }], [{ months: 12 }]]]);
  expect([press('Home'), press('End'), press('n'), press('P')]).toEqual([
    ...[['first'], ['last'], [{ inversion: 1 }], [{ inversion: -1 }]],
  ]);
  expect([press(' '), press('c'), press('x')]).toEqual([['play'], ['compare'], ['axis']]);
  const free = ['free'];
  expect([
    press('ArrowLeft', { shiftKey: true }),
    press('PageUp', { ctrlKey: true }),
    press('End', { ctrlKey: true }),
    press('c', { ctrlKey: true }),
    press('n', { shiftKey: true }),
    press('ArrowLeft', { altKey: true }),
    press('ArrowUp'),
    press('q'),
  ]).toEqual([free, free, free, free, free, free, free, free]);
  // Each key on the sheet does something.
  const sheet = YIELDS_SCREEN.shortcuts[0]?.shortcuts.flatMap(({ keys }) => keys) ?? [];
  expect(
    sheet.filter((keys) => {
      const more = { ctrlKey: keys.includes('Ctrl'), shiftKey: keys.includes('Shift') };
      return press(keys.at(-1) as string, more).includes('free');
    }),
  ).toEqual([]);
  const [button, cell] = drawn.all('button') as [HTMLElement, HTMLElement];
  const [radio, field] = drawn.all('input') as [HTMLElement, HTMLElement];
  expect([press(' ', {}, button), press('ArrowLeft', {}, button)]).toEqual([free, [{ rows: -1 }]]);
  expect([
    press(' ', {}, radio),
    press('ArrowLeft', {}, radio),
    press('PageUp', {}, radio),
    press('c', {}, radio),
  ]).toEqual([...[free, free, [{ months: -1 }], ['compare']]]);
  expect([press('c', {}, field), press('ArrowLeft', {}, cell)]).toEqual([free, free]);

  const release = (key: string, by: () => void = () => void fireEvent.keyUp(document.body, { key })) => {
    pressed.length = 0;
    by();
    return [...pressed];
  };
  expect([release('PageUp'), release('PageUp')]).toEqual([['settle'], []]);
  for (const key of ['ArrowLeft', 'PageDown', 'Home', 'End', 'n', 'p', 'N', 'P']) {
    press(key);
    expect([key, release(key)]).toEqual([key, ['settle']]);
  }
  for (const key of ['c', 'x', ' ']) {
    press(key);
    expect([key, release(key)]).toEqual([key, []]);
  }
  press('ArrowLeft');
  expect(release('', () => void fireEvent.blur(window))).toEqual(['settle']);
  drawn.again(null);
  press('ArrowLeft');
  expect([...pressed, ...release('ArrowLeft'), ...release('', () => void fireEvent.blur(window))]).toEqual(
    [],
  );
});
