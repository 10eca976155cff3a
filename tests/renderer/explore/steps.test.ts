import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterMove, type HistoryStay } from '../../../renderer/explore/use-view.ts';

/** A person's actions; 'zoom on' continues a zoom and adds no entry to the history. */
type Action = 'change' | 'zoom on' | 'back' | 'forward';

it('back is offered exactly as far as the stay goes, and forward exactly to its last entry', () => {
  const actions = fc.array(fc.constantFrom<Action>('change', 'zoom on', 'back', 'forward'), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.nat(9), actions, (start, done) => {
      let stay: HistoryStay = { first: start, last: start };
      let [at, last] = [start, start];
      for (const action of done) {
        if (action === 'change') last = ++at;
        if (action === 'back' && at > start) at--;
        if (action === 'forward' && at < last) at++;
        stay = afterMove(stay, at, action === 'change');
        expect(at > stay.first).toBe(at > start);
        expect(at < stay.last).toBe(at < last);
      }
    }),
  );
});

it('no step forward is offered after a change, even if there was one before', () => {
  expect(afterMove({ first: 0, last: 2 }, 1, true)).toEqual({ first: 0, last: 1 });
});

it('the stay includes entries before the one at which the page was loaded', () => {
  const reloaded = afterMove({ first: 5, last: 5 }, 4, false);
  expect(reloaded).toEqual({ first: 4, last: 5 });
  expect(afterMove(reloaded, 5, true)).toEqual({ first: 4, last: 5 });
});
