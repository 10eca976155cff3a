import { act, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dateOf } from '../../../renderer/yields/curves.ts';
import { AROUND, HeatKey, HeatMap, heatMarkup, LEVELS, lookUp } from '../../../renderer/yields/heat-map.tsx';
import { dateText } from '../../../service/calendar/dates.ts';
import { draw } from './draw.tsx';
import { paintings } from './paintings.ts';
import { shownFew } from './shown-few.ts';

/** The colour at a share of a scale, as red, green, blue and opacity. */
const colourOf = (scale: readonly string[], share: number) => {
  const from = 3 * Math.round(share * 255);
  return [...lookUp(scale).slice(from, from + 3), 255];
};
test('the heat map paints each tenor by its yield, the longest on top, and is a slider of the day', () => {
  const { painted, at } = paintings();
  const shown = shownFew({ date: '2023-07-06' });
  const drawn = draw(<HeatMap shown={shown} height={300} />);
  expect([painted[0]?.width, painted[0]?.height]).toEqual([1140, 14]);
  // The scale is 3.50 to 5.56 %. Newest day: 30 years 4.62, 20 years 4.65, one month 4.38. First day: 3.50.
  expect([at(1139, 0), at(1139, 1), at(1139, 13), at(0, 13)]).toEqual([
    colourOf(LEVELS, (4.62 - 3.5) / 2.06),
    colourOf(LEVELS, (4.65 - 3.5) / 2.06),
    colourOf(LEVELS, (4.38 - 3.5) / 2.06),
    colourOf(LEVELS, 0),
  ]);
  // 1.5 months begins in 2025, and there are no days in June 2024.
  expect([at(0, 12)[3], at(1139, 12)[3], at(900, 0)[3]]).toEqual([0, 255, 0]);
  const slider = drawn.one('[role=slider]');
  expect(
    ['valuemin', 'valuemax', 'valuenow', 'valuetext', 'orientation', 'label'].map((name) =>
      slider.getAttribute(`aria-${name}`),
    ),
  ).toEqual([...['0', '14', '5', '2023-07-06', 'horizontal', 'Day']]);
  const names = drawn
    .all('svg[data-heat] > text')
    .map((one) => [one.textContent, Math.round(Number(one.getAttribute('y')))]);
  expect(names).toEqual([
    ['1M', 272],
    ['1.5M', 252],
    ['2M', 232],
    ['3M', 212],
    ['4M', 191],
    ['6M', 171],
    ['1Y', 151],
    ['2Y', 131],
    ['3Y', 111],
    ['5Y', 91],
    ['7Y', 71],
    ['10Y', 50],
    ['20Y', 30],
    ['30Y', 10],
  ]);
  expect(drawn.texts('svg[data-heat] > g > text').join(' ')).toEqual(
    'Jan 2023 Apr Jul Oct Jan 2024 Apr Jul Oct Jan 2025',
  );
  expect(drawn.attributes('svg[data-heat] > g', 'transform').slice(0, 2)).toEqual([
    'translate(138 282)',
    'translate(256 282)',
  ]);
  expect(drawn.one('canvas').style.cssText).toBe('left: 40px; width: 1140px; height: 282px;');

  // 2025-03-07, the last of 871 days, is at the right edge.
  const cursor = drawn.one('svg[data-heat] + div');
  const day = (row: number) => shown.curves.days[row] as number;
  const x = (row: number) => Math.round(40 + ((day(row) - day(0)) * 1140) / (day(14) - day(0)));
  expect([cursor.style.transform, cursor.style.visibility]).toEqual([`translateX(${x(5)}px)`, 'visible']);
  act(() => shown.scrub.move(14));
  expect(cursor.style.transform).toBe('translateX(1180px)');
  expect(slider.getAttribute('aria-valuetext')).toBe('2023-07-06');
  expect(drawn.texts('title')).toEqual([]);
});

test('a low map has few names, and a day outside the range has no cursor', () => {
  paintings();
  const shown = shownFew({ range: '-3M', date: '2025-02-07' });
  const drawn = draw(<HeatMap shown={shown} height={130} />);
  expect(drawn.texts('svg[data-heat] > text')).toEqual(['3M', '2Y', '30Y']);
  const cursor = drawn.one('svg[data-heat] + div');
  expect(cursor.style.visibility).toBe('visible');
  act(() => shown.scrub.move(7));
  expect(cursor.style.visibility).toBe('hidden');
  act(() => shown.scrub.move(8));
  expect(cursor.style.visibility).toBe('visible');
});

test('less its medians, the map is blue and orange around zero, with other colours on a dark page, and has a key', () => {
  const { at } = paintings();
  const shown = shownFew({ tenor: 'median' });
  draw(<HeatMap shown={shown} height={300} />);
  // 30 years: 4.62 is 0.36 above 4.26. 1 month at first: 0.88 below 4.38. Farthest: 4 months, 5.54 over 4.33.
  const share = (points: number) => (points + 1.21) / 2.42;
  expect([at(1139, 0), at(0, 13)]).toEqual([
    colourOf(AROUND.light, share(0.36)),
    colourOf(AROUND.light, share(-0.88)),
  ]);
  draw(<HeatMap shown={shownFew({ tenor: 'median' }, { scheme: 'dark' })} height={300} />);
  expect(at(1139, 0)).toEqual(colourOf(AROUND.dark, share(0.36)));
  const key = draw(<HeatKey shown={shown} />);
  expect(key.texts('.row')).toEqual(['−1.21+1.21 points from its median']);
  expect(key.one('.rounded').style.background).toBe(`linear-gradient(to right, ${AROUND.light.join(', ')})`);
  const level = draw(<HeatKey shown={shownFew({ range: '-3M' })} />);
  expect(level.texts('.row')).toEqual(['3.964.86 %']);
  expect(level.one('.rounded').style.background).toContain(LEVELS.join(', '));
});

test('dragging over time draws the day under the pointer within the range, and releasing chooses it', () => {
  paintings();
  const settled: string[] = [];
  const shown = shownFew({ range: '-1Y' }, { settle: () => settled.push('settled') });
  const drawn = draw(<HeatMap shown={shown} height={130} />);
  const slider = drawn.one('[role=slider]');
  const held = new Set<number>();
  slider.setPointerCapture = (id) => void held.add(id);
  slider.hasPointerCapture = (id) => held.has(id);
  const day = () => dateOf(shown.curves, shown.scrub.row());
  const x = (date: string) =>
    40 +
    (((shown.curves.days[shown.curves.days.findIndex((one) => dateText(one) === date)] as number) -
      shown.days.from) *
      1140) /
      (shown.days.to - shown.days.from);
  const pointer = { button: 0, pointerId: 1 };
  fireEvent.pointerMove(slider, { ...pointer, clientX: x('2024-03-08') + 1 });
  expect([day(), shown.scrub.isMoving()]).toEqual(['2025-03-07', false]);
  fireEvent.pointerDown(slider, { ...pointer, button: 2, clientX: x('2024-03-08') + 1 });
  expect(day()).toBe('2025-03-07');
  fireEvent.pointerDown(slider, { ...pointer, clientX: x('2024-03-08') + 1 });
  expect([day(), shown.scrub.isMoving()]).toEqual(['2024-03-08', true]);
  fireEvent.pointerMove(slider, { ...pointer, clientX: x('2025-02-07') - 1 });
  expect(day()).toBe('2024-12-31');
  fireEvent.pointerMove(slider, { ...pointer, clientX: x('2025-02-07') + 1 });
  expect(day()).toBe('2025-02-07');
  fireEvent.pointerMove(slider, { ...pointer, clientX: 0 });
  expect(day()).toBe('2024-03-07');
  fireEvent.pointerMove(slider, { ...pointer, clientX: 1199 });
  expect(day()).toBe('2025-03-07');
  expect(settled).toEqual([]);
  fireEvent.pointerUp(slider, pointer);
  expect(settled).toHaveLength(1);
  // A touch that scrolls the page leaves the day unchanged.
  fireEvent.pointerDown(slider, { ...pointer, clientX: x('2024-03-08') + 1 });
  fireEvent.pointerCancel(slider, pointer);
  expect([day(), shown.scrub.isMoving(), settled.length]).toEqual(['2025-03-07', false, 1]);

  const part = shownFew({}, { isWhole: false });
  const waiting = draw(<HeatMap shown={part} height={130} />).one('[role=slider]');
  fireEvent.pointerDown(waiting, { ...pointer, clientX: 50 });
  expect(part.scrub.row()).toBe(14);
});

test('a drag stops at the ends of the range, even if more days are held', () => {
  paintings();
  const shown = shownFew({ date: '2023-07-05' }, { range: { from: '2023-01-01', to: '2024-03-06' } });
  const { one } = draw(<HeatMap shown={shown} height={130} />);
  const slider = one('[role=slider]');
  slider.setPointerCapture = () => undefined;
  const at = (clientX: number) => {
    fireEvent.pointerDown(slider, { button: 0, pointerId: 1, clientX });
    return dateOf(shown.curves, shown.scrub.row());
  };
  expect([at(0), at(1199)]).toEqual(['2023-03-06', '2023-07-06']);
  // A key can reach a day outside the map.
  act(() => shown.scrub.move(6));
  expect(one('svg[data-heat] + div').style.visibility).toBe('hidden');
});

test('the image of the map has its pixels, its colour key and the shown day', () => {
  paintings();
  const shown = shownFew({});
  const drawn = draw(<HeatMap shown={shown} height={300} />);
  // The map begins 100 pixels from the left of the page, and the shown day is 301 pixels further right.
  const placed = (selector: string, box: object) => {
    drawn.one(selector).getBoundingClientRect = () => box as DOMRect;
  };
  placed('svg[data-heat]', { left: 100, right: 1300, width: 1200, height: 300 });
  placed('canvas', { left: 140, right: 1280, width: 1140, height: 282 });
  placed('svg[data-heat] + div', { left: 400, width: 2 });
  const found = heatMarkup(drawn.box, shown);
  expect(found && [found.width, found.height]).toEqual([1200, 324]);
  expect(
    found?.markup.replace(/<svg[\s\S]*<\/svg>/, (names) => `(${names.length > 1000 ? 'names' : ''})`),
  ).toBe(
    '<defs><linearGradient id="heat-key"><stop offset="0" stop-color="#440154"/><stop offset="0.1" stop-color="#482475"/><stop offset="0.2" stop-color="#414487"/><stop offset="0.3" stop-color="#355f8d"/><stop offset="0.4" stop-color="#2a788e"/><stop offset="0.5" stop-color="#21918c"/><stop offset="0.6" stop-color="#22a884"/><stop offset="0.7" stop-color="#44bf70"/><stop offset="0.8" stop-color="#7ad151"/><stop offset="0.9" stop-color="#bddf26"/><stop offset="1" stop-color="#fde725"/></linearGradient><pattern id="heat-none" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V5" stroke="" stroke-opacity="0.35"/></pattern></defs><g font-size="11" fill=""><text x="40" y="12" text-anchor="start">Hatched: not published</text><text x="970.6" y="12" text-anchor="end">3.50</text><text x="1180" y="12" text-anchor="end">5.56 %</text><rect x="976.6" y="4" width="160" height="8" fill="url(#heat-key)"/></g><g transform="translate(0 24)"><rect x="40" width="1140" height="282" fill="url(#heat-none)"/><image x="40" width="1140" height="282" preserveAspectRatio="none" style="image-rendering: pixelated" href="data:image/png;base64,AAAA"/><path d="M301 0V285" stroke="" stroke-width="2"/>(names)</g>',
  );
  placed('svg[data-heat] + div', { left: 139, width: 2 });
  expect(heatMarkup(drawn.box, shown)?.markup).not.toContain('stroke-width="2"');
  expect(heatMarkup(document.createElement('div'), shown)).toBeUndefined();
});
