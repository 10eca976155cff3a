import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { looksOf } from '../../../renderer/states/look.ts';
import type { MapState } from '../../../renderer/states/map-state.ts';
import { ClassesNote } from '../../../renderer/states/state-map.tsx';
import { type MeasureId, measureAreas } from '../../../service/series-math/areas/measures.ts';
import { draw } from '../yields/draw.tsx';
import { fewWeeks, WEEKS } from './few-weeks.ts';

const data = fewWeeks();

/** The note on the newest week of a measure. @param bounds of the classes; absent: the usual ones */
function note(id: MeasureId, scale: MapState['scale'], bounds?: readonly number[], isAway = false) {
  const measured = measureAreas(id, data);
  if (!measured) throw new Error('No measure');
  const look = looksOf(measured, scale, 'light');
  const chosen: string[] = [];
  const drawn = {
    ...{ claims: data.claims, measured, series: 'initial' as const, scheme: 'light' as const },
    look: (row: number) => ({ ...look(row), ...(bounds && { bounds }) }),
  };
  const page = draw(
    <ClassesNote
      {...{ drawn, row: WEEKS - 1, isAway, scale }}
      onScale={(to: MapState['scale']) => chosen.push(to)}
    />,
  );
  return { ...page, chosen, text: page.box.querySelector('span')?.textContent };
}

test('where all areas are in one class, those of this week are offered, and all weeks again while they are shown', () => {
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
  // While another week is dragged or played, the place stays.
  expect(note('persons', 'all', far, true).one('span').style.visibility).toBe('hidden');
});

test('nothing is said of classes that differ, or of ranks, which have the same ones over all weeks', () => {
  expect([note('persons', 'all').text, note('unusual', 'all').text, note('unusual', 'week').text]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});
