import { curveDay } from '../../../renderer/yields/curves.ts';
import { readYieldsSearch } from '../../../renderer/yields/search.ts';
import { createScrub, type Shown, shownOf } from '../../../renderer/yields/shown.ts';
import type { YieldsSearch } from '../../../renderer/yields/yields-search.ts';
import type { RangeChoice } from '../../../service/view/types.ts';
import { fewCurves } from './few-days.ts';

/** Shared, so that drawing another address does not change the curves. */
const curves = fewCurves();

/** The part of the few days that an address shows. @param given replaces parts, such as functions to call */
export function shownFew(
  search: YieldsSearch,
  given: Partial<Pick<Shown, 'isWhole' | 'scheme' | 'change' | 'settle' | 'explain'>> & {
    range?: RangeChoice;
  } = {},
): Shown {
  const { range, ...other } = given;
  const { state: usual } = readYieldsSearch(search);
  const state = range ? { ...usual, range } : usual;
  const { row } = curveDay(curves, state.date);
  const nothing = () => undefined;
  return shownOf(curves, state, {
    ...{ row, isWhole: true, scheme: 'light', scrub: createScrub(row) },
    ...{ change: nothing, settle: nothing, explain: nothing },
    ...other,
  });
}

/** Records the changes and explanations that the parts of the screen ask for. */
export function asked() {
  const changes: object[] = [];
  const explained: string[] = [];
  const settled: number[] = [];
  return {
    changes,
    explained,
    settled,
    given: {
      change: (part: object) => void changes.push(part),
      explain: (word: string) => void explained.push(word),
      settle: () => void settled.push(1),
    },
  };
}
