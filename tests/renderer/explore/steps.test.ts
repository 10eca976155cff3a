import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterMove, type Stay } from '../../../renderer/explore/use-view.ts';

/** What a person does, and what a window's history makes of it. */
type Deed = 'change' | 'zoom on' | 'back' | 'forward';

it('offers back exactly as far as the stay goes, and forward exactly to its last entry', () => {
  const deeds = fc.array(fc.constantFrom<Deed>('change', 'zoom on', 'back', 'forward'), { maxLength: 40 });
  fc.assert(
    fc.property(fc.nat(9), deeds, (start, done) => {
      let stay: Stay = { first: start, last: start };
      let [at, last] = [start, start];
      for (const deed of done) {
        if (deed === 'change') last = ++at;
        if (deed === 'back' && at > start) at--;
        if (deed === 'forward' && at < last) at++;
        stay = afterMove(stay, at, deed === 'change');
        expect(at > stay.first).toBe(at > start);
        expect(at < stay.last).toBe(at < last);
      }
    }),
  );
});

it('takes in what lies before the entry that the page was loaded at', () => {
  const reloaded = afterMove({ first: 5, last: 5 }, 4, false);
  expect(reloaded).toEqual({ first: 4, last: 5 });
  expect(afterMove(reloaded, 5, true)).toEqual({ first: 4, last: 5 });
});
