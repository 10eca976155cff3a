import type { SavedItem } from '../../../service/contract/saved.ts';
import { shortTitle } from '../../../service/datasets/series-choice.ts';
import { parseFormula, plainFormula } from '../../../service/series-math/formula.ts';
import { slotLetter } from '../../../service/view/index.ts';
import { MOST_SERIES, type View } from '../../../service/view/types.ts';
import type { SearchAction } from '../../picker/index.ts';
import { addFormula, lineCount, openItem } from '../../view/index.ts';
import type { FoundPlace } from '../types.ts';

const KINDS = { view: 'Saved view', board: 'Saved board', list: 'Saved list' } as const;

/** @returns an action for each saved item that is not in the bin: it opens what the item shows. */
export function savedActions(items: readonly SavedItem[], open: (address: string) => void): SearchAction[] {
  return items
    .filter(({ deleted_at: deletedAt }) => deletedAt === null)
    .map((item) => {
      const run = () => open(openItem(item));
      return {
        id: `item:${item.id}`,
        title: item.name,
        detail: KINDS[item.kind],
        words: `${item.folder} saved`,
        run,
      };
    });
}

/** @returns an action for each place that a screen tells of, such as a page of the guide. @param detail the screen's title */
export function placeActions(
  places: readonly FoundPlace[],
  detail: string,
  open: (address: string) => void,
): SearchAction[] {
  return places.map(({ title, words, address }) => ({
    ...{ id: address, title, detail, words, address },
    run: () => open(address),
  }));
}

/**
 * @param text a formula of the letters of the chart's series, 'a-b'.
 * @returns an action that adds it to the chart; or a sentence that says what is wrong with it, or which letters there are.
 */
export function formulaAction(
  view: View,
  text: string,
  show: (view: View) => void,
): { action?: SearchAction; problem?: string } {
  const letters = view.series.map(({ slot }) => slotLetter(slot));
  const told = view.series.map(({ choice }, i) => `${letters[i]} is ${shortTitle(choice)}`).join(', ');
  if (letters.length === 0)
    return {
      problem: 'A formula needs series: add one to the chart in Explore first, which gives it a letter.',
    };
  if (text === '') return { problem: `A formula of the chart’s series, as =${letters.at(0)}/1000: ${told}.` };
  const parsed = parseFormula(text, letters);
  if (!parsed.isRight) return { problem: `${parsed.message} Here ${told}.` };
  const plain = plainFormula(text);
  if (view.formulas.some((one) => one.text === plain)) return { problem: 'This formula is shown already.' };
  if (lineCount(view) >= MOST_SERIES)
    return { problem: `${MOST_SERIES} of ${MOST_SERIES} lines are shown: remove one to add the formula.` };
  const run = () => show(addFormula(view, plain));
  return {
    action: {
      id: 'formula',
      title: `Add ${plain} to the chart`,
      detail: 'Formula',
      words: '',
      facts: told,
      run,
    },
  };
}
