import { expect, it } from 'vitest';
import { parseView } from '../../renderer/view/index.ts';
import { STATES } from '../../service/datasets/states.ts';
import { TENORS } from '../../service/datasets/yields/curve.ts';
import { MOST_ANSWERED, MOST_SERIES, readRequest } from '../../service/view/index.ts';

/** A chart has as many lines as the palette has colours; a request may ask for a whole curve, or all states. */

const tenors = TENORS.map(({ code }) => `yields.${code}`);
const states = Object.keys(STATES).map((state) => `ui_state_weekly_claims.initial_claims.${state}`);
const read = (series: readonly string[]) => readRequest({ series: series.join() }, '2026-11-20');

it('a request may ask for all tenors or all states, and for no more lines than an answer has', () => {
  expect(read(tenors).series).toHaveLength(tenors.length);
  expect(read(states).series).toHaveLength(states.length);
  const many = [...states, ...tenors];
  expect(read(many.slice(0, MOST_ANSWERED)).series).toHaveLength(MOST_ANSWERED);
  expect(() => read(many.slice(0, MOST_ANSWERED + 1))).toThrow(
    `A view has at most ${MOST_ANSWERED} lines, series and formulas together. '${many[MOST_ANSWERED]}' is one too many.`,
  );
});

it('the page draws the first of them, and says which it left out', () => {
  const { view, problems } = parseView({ series: tenors.join() });
  expect(view.series).toHaveLength(MOST_SERIES);
  expect(problems).toEqual(
    tenors
      .slice(MOST_SERIES)
      .map((name) => `The link names more than ${MOST_SERIES} series. '${name}' was left out.`),
  );
});
