import { fireEvent, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AreaRows } from '../../../renderer/states/area-rows.tsx';
import type { Look } from '../../../renderer/states/look.ts';
import type { MapState } from '../../../renderer/states/map-state.ts';
import { AreaRank, MovedAreas } from '../../../renderer/states/rank.tsx';
import { ClassesNote } from '../../../renderer/states/state-map.tsx';
import type { MeasureId } from '../../../service/series-math/areas/measures.ts';
import { draw } from '../yields/draw.tsx';
import { shownFew, WEEKS } from './few-weeks.ts';

const NEWEST = WEEKS - 1;

test('the rank lists the areas in order with their value and change, and each explains itself', () => {
  const done: unknown[] = [];
  const rank = (measure: MeasureId, sort: MapState['sort'], row = NEWEST) => {
    const change = (part: object) => void done.push(part);
    return <AreaRank shown={shownFew(measure, { row, change, state: { sort, areas: ['NV'] } })} />;
  };
  const page = draw(rank('persons', 'high'));
  const { texts, all, attributes, one } = page;
  expect([texts('li').slice(0, 3), texts('li').length]).toEqual([
    ['1California15,563−14', '2Minnesota8,330+56', '3Virginia8,263+35'],
    53,
  ]);
  expect(attributes('li svg path', 'd')[0]?.split('L').length).toBe(26);
  expect(attributes('li svg path', 'd')[0]).toEqual(
    'M1.0 2.0L2.8 2.0L4.5 2.1L6.3 2.0L8.0 2.1L9.8 2.0L11.6 2.2L13.3 2.1L15.1 2.1L16.8 2.1L18.6 2.0L20.4 2.1L22.1 2.2L23.9 2.2L25.6 2.1L27.4 2.0L29.2 2.1L30.9 2.1L32.7 2.0L34.4 2.1L36.2 2.2L38.0 2.2L39.7 2.1L41.5 2.0L43.2 2.1L45.0 2.1',
  );
  for (const selected of ['li[data-selected] [title]', 'li [aria-pressed=true]'])
    expect(attributes(selected, 'title')).toEqual(['Nevada']);
  expect(attributes('li:first-child button', 'aria-label')).toEqual([
    null,
    '15,563, explain California',
    '−14, explain the change of California',
  ]);
  const buttons = [...one('li').querySelectorAll('button')];
  for (const button of buttons) fireEvent.click(button);
  fireEvent.click(buttons[0] as Element, { shiftKey: true });
  fireEvent.click(within(page.box).getByText('Lowest'));
  expect(done).toEqual([
    { areas: ['CA'] },
    { explain: { area: 'CA' } },
    { explain: { area: 'CA', measure: 'persons', part: 'change' } },
    { areas: ['NV', 'CA'] },
    { sort: 'low' },
  ]);
  page.again(rank('persons', 'low'));
  expect(texts('li').slice(0, 2)).toEqual(['1Alaska1,507+77', '2New Hampshire1,532−175']);
  page.again(rank('persons', 'name', 1));
  expect([texts('li').slice(0, 2), texts('li').length]).toEqual([['Alabama4,553+84', 'Alaska1,395+35'], 52]);
  page.again(rank('week', 'high'));
  expect([texts('li')[0], all('li:first-child button').length]).toEqual(['1Indiana+238', 2]);
  page.again(rank('unusual', 'high', 55));
  expect([texts('li')[0], attributes('li svg path', 'd').length]).toEqual(['1Alabama1 of 2', 53]);
  page.again(rank('week', 'high', 0));
  expect(texts('p')).toEqual(['No area has a value in this week.']);
});

test('who moved the nation is shown as nine areas, the others and the nation, and the numbers add up', () => {
  const done: unknown[] = [];
  const moved = (row: number, back: number) => {
    const change = ({ explain }: Partial<MapState>) => void done.push(explain);
    return <MovedAreas shown={shownFew(back === 1 ? 'persons' : 'year', { row, change })} />;
  };
  const page = draw(moved(NEWEST, 1));
  const { texts, attributes } = page;
  const whole = (text: string) => Number(text.replaceAll(',', '').replace('−', '-').replace('±', ''));
  const numbers = texts('li button').map((text) => whole(text ?? ''));
  expect(numbers.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(numbers.at(-1));
  expect([texts('p'), texts('li')]).toEqual([
    ['Rhode Island fell by 259, the most, while the nation rose by 427.'],
    [
      'Rhode Island−259',
      'Indiana+238',
      'Florida+231',
      'Wisconsin+231',
      'Arizona+224',
      'Texas+224',
      'Louisiana−189',
      'Missouri−182',
      'New Hampshire−175',
      '44 others+84',
      'Nation+427',
    ],
  ]);
  expect(attributes('li button', 'aria-label').at(-2)).toEqual('+84, explain the change of 44 others');
  const ways = () =>
    page
      .all('[data-way]')
      .map((one) => [one.dataset.way, one.style.width, one.style.left, one.style.right].join(' '));
  expect(ways()).toEqual([
    'fall 50%  50%',
    'rise 45.94594594594595% 50% ',
    'rise 44.5945945945946% 50% ',
    'rise 44.5945945945946% 50% ',
    'rise 43.24324324324324% 50% ',
    'rise 43.24324324324324% 50% ',
    'fall 36.486486486486484%  50%',
    'fall 35.13513513513514%  50%',
    'fall 33.78378378378378%  50%',
    'rise 16.216216216216218% 50% ',
  ]);
  for (const at of [0, 9, 10]) fireEvent.click(page.all('li button')[at] as Element);
  expect(done).toEqual([
    { area: 'RI', measure: 'week' },
    { area: 'US', measure: 'week', part: 'others' },
    { area: 'US', measure: 'week' },
  ]);
  done.length = 0;
  page.again(moved(56, 52));
  expect([texts('p'), texts('li').slice(-2)]).toEqual([
    ['Maine rose by 266, the most, while the nation fell by 630.'],
    ['44 others−182', 'Nation−630'],
  ]);
  fireEvent.click(page.all('li button').at(-1) as Element);
  expect(done).toEqual([{ area: 'US', measure: 'year' }]);
  // The other areas together may have the longest bar: 322, while the largest area has 245.
  page.again(moved(10, 1));
  expect([texts('li').at(-2), ways().at(-1), ways()[0]?.slice(0, 12)]).toEqual([
    '44 others−322',
    'fall 50%  50%',
    'fall 38.0434',
  ]);
  page.again(moved(3, 1));
  expect([texts('p'), texts('li').at(-1)]).toEqual([
    ['Arkansas rose by 273, the most of the 52 areas so far.'],
    '52 areas+602',
  ]);
  page.again(moved(0, 1));
  expect([texts('p'), texts('li')]).toEqual([
    ['No area has both weeks, so nothing can be compared with the week before.'],
    [],
  ]);
});

test('the table has all available measures in the order of the rank, and arrow keys move over its numbers', () => {
  const done: unknown[] = [];
  const table = (sort: MapState['sort'], row = NEWEST, id: MeasureId = 'thousand') => {
    const change = ({ explain }: Partial<MapState>) => void done.push(explain);
    return <AreaRows shown={shownFew(id, { row, change, state: { sort } })} labelledBy="x" />;
  };
  const page = draw(table('high'));
  const { texts, attributes, one } = page;
  expect(texts('th[scope=col]').join(' | ')).toBe(
    'Area | Claims | Per thousand | Change on week | Change on week, % | Change on year | Change on year, % | Insured rate, 13 weeks | Unusual for the season',
  );
  expect([texts('tbody tr').slice(0, 2), texts('tbody tr').length, texts('tbody tr').at(-1)]).toEqual([
    ['California CA15,5636.30−14−0.1+14+0.1–1 of 2', 'Florida FL7,8595.31+231+3.0+126+1.6–1 of 2'],
    54,
    'Nation268,067',
  ]);
  expect(attributes('th[scope=col]', 'aria-sort')).toEqual([
    null,
    null,
    'descending',
    ...Array(6).fill(null),
  ]);
  const rows = page.all('tbody tr') as HTMLTableRowElement[];
  const cell = (row: number, column: number) =>
    rows.at(row)?.cells[column]?.querySelector('button') as HTMLElement;
  expect(page.all('td button[tabindex="0"]')).toEqual([cell(0, 1)]);
  cell(0, 1).focus();
  const press = (key: string) => {
    fireEvent.keyDown(document.activeElement as Element, { key });
    const td = document.activeElement?.closest('td');
    return `${(td?.closest('tr')?.rowIndex ?? 0) - 1},${td?.cellIndex}`;
  };
  expect(
    ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'End', 'Home', 'a'].map(
      press,
    ),
  ).toEqual([...['0,2', '1,2', '1,1', '0,1', '0,1', '0,1', '53,1', '0,1', '0,1']]);
  fireEvent.click(cell(0, 3));
  fireEvent.click(cell(-1, 1));
  expect(done).toEqual([
    { area: 'CA', measure: 'week' },
    { area: 'US', measure: 'persons' },
  ]);
  page.again(table('low', 1, 'persons'));
  expect(attributes('th[scope=col]', 'aria-sort')[1]).toBe('ascending');
  expect([texts('tbody tr')[0], texts('tbody tr').slice(-2)]).toEqual([
    'Alaska AK1,3953.49+35+2.6––0.35–',
    ['Wyoming WY––––––––', '52 areas so far262,289'],
  ]);
  page.again(table('name'));
  expect(attributes('th[scope=col]', 'aria-sort').filter((sort) => sort)).toEqual([]);
  expect([texts('tbody th')[0], one('table').getAttribute('aria-labelledby')]).toEqual(['Alabama AL', 'x']);
});

/** The note on the newest week of a measure. @param bounds of the classes; by default the usual ones */
function note(id: MeasureId, scale: MapState['scale'], bounds?: readonly number[], row = NEWEST) {
  const chosen: unknown[] = [];
  const of = shownFew(id, { row, state: { scale }, change: (part) => void chosen.push(part.scale) });
  const look = { ...(of.look as Look), ...(bounds && { bounds }) };
  const page = draw(<ClassesNote shown={of} look={look} row={NEWEST} />);
  return { ...page, chosen, text: page.box.querySelector('span')?.textContent };
}

test('if all areas are in one or two classes, classes of this week are offered, and then those of all weeks', () => {
  const far = [1e6, 2e6, 3e6, 4e6, 5e6, 6e6];
  const crowded = note('persons', 'all', far);
  expect(crowded.text).toBe('53 of 53 areas are in one class of all weeks.Classes of this week');
  fireEvent.click(crowded.one('button'));
  expect(crowded.chosen).toEqual(['week']);
  expect(note('persons', 'year', [5000, ...far.slice(1)]).text).toBe(
    '53 of 53 areas are in two classes of 52 weeks.Classes of this week',
  );
  const own = note('persons', 'week', far);
  expect(own.text).toBe('The classes are those of this week alone.Classes of all weeks');
  fireEvent.click(own.one('button'));
  expect(own.chosen).toEqual(['all']);
  // The note keeps its place while another week is dragged or played.
  expect(note('persons', 'all', far, 3).one('span').style.visibility).toBe('hidden');
  // No note appears if the classes differ, nor for ranks, whose classes are the same in all weeks.
  expect(
    [note('persons', 'all'), note('unusual', 'all'), note('unusual', 'week')].map(({ text }) => text),
  ).toEqual(Array(3).fill(undefined));
});
