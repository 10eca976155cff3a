import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { cadenceText } from '../../service/series-math/frequency.ts';
import { formulaRecipe } from '../../service/view/formula-lines.ts';
import {
  asksOf,
  fileStem,
  fullTitle,
  linesOf,
  linesSearch,
  linesText,
  lowestShownCadence,
  MOST_ANSWERED,
  readView,
  recipeOf,
  requestSearch,
  sharedNames,
  shortAsksOf,
  slotLetter,
  type View,
} from '../../service/view/index.ts';
import { namedFormula } from '../../service/view/names.ts';
import { aggregatedIn, formulaCadence, formulaWay, misfitNotes, usedIn } from '../../service/view/recipes.ts';
import { column, months } from './some-columns.ts';
import { addressOf, searchOf, TODAY } from './some-source.ts';

/** What is said and made of a view: `words.md` has each address with its answer, and is written again with `vitest -u`. */

const YEAR = { from: '2024-01-01', to: '2024-12-31' };
const TILE = { from: '2024-03-15', to: '2024-06-30' };
/** Values of quits, and of hires with zeros and one below. */
const A = column(
  'jolts.quits_level_sa',
  months(2024, 12),
  Array.from({ length: 12 }, (_, i) => `${i + 1}`),
);
const B = column('jolts.hires_level_sa', months(2024, 12), '0,1,0,2,-1,0,4,5,6,7,8,9'.split(','));

const emptyLines = (view: View) => {
  const ids = new Set(view.series.map(({ choice }) => seriesId(choice)));
  return linesOf(
    view,
    Array.from(ids, (id) => column(id, [], [])),
    YEAR,
  );
};
const drawn = (view: View) => emptyLines(view).filter(({ hidden }) => !hidden);
const letters = (shown: readonly { slot: number }[]) => shown.map(({ slot }) => slotLetter(slot)).join('');
const said = (...parts: unknown[]) =>
  parts
    .flat()
    .filter((part) => part !== undefined && part !== '')
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' | ');

const SECTIONS: Record<string, (view: View) => string> = {
  'Lines are called': (view) => said(emptyLines(view).map(({ title }) => title)),
  'Lines are called in full': (view) => said(emptyLines(view).map(fullTitle)),
  'A formula is called': (view) => {
    const { name, notes } = namedFormula(view, view.formulas[0]?.text ?? '');
    return said(name, notes);
  },
  'Names share': ({ series }) => {
    const { own, shared, isBefore, isFamily } = sharedNames(series);
    return said(
      own,
      shared && `${isBefore ? 'before' : 'after'} them: ${shared}`,
      isFamily ? 'a family' : '',
    );
  },
  'Lines together are called': (view) => linesText(drawn(view)),
  'A file is called': (view) => fileStem(drawn(view), YEAR, false),
  'Of a series is made': (view) =>
    said(
      view.series.map(({ choice, style }) => {
        const { recipe, notes } = recipeOf(view, choice, style, YEAR);
        return said(recipe, notes);
      }),
    ),
  'Of a formula is made': (view) => said(view.formulas.map((one) => formulaRecipe(view, one, YEAR))),
  'A formula is at the frequency, brings down these letters, has these, and its way is': (view) =>
    said(
      view.formulas.map((one) => {
        const [down, used] = [aggregatedIn(view, one), usedIn(view, one)];
        return `${cadenceText(formulaCadence(view, one))}; ${letters(down)}; ${letters(used)}; ${formulaWay(view, one)}`;
      }),
    ),
  'Series are shown no lower than': (view) =>
    said(view.series.map((one) => cadenceText(lowestShownCadence(view, one)))),
  'A formula says of its frequency and way': (view) =>
    said(view.formulas.flatMap((one) => misfitNotes(view, one))),
  'A formula has so many values in its range, and says': (view) => {
    const range = 'from' in view.range ? view.range : YEAR;
    const { column: drawnColumn, notes } = linesOf(view, [A, B], range).at(-1) ?? {};
    return said(drawnColumn?.days.length, notes);
  },
  'A chart asks for': (view) =>
    said(
      asksOf(view, TILE, TODAY).map(({ choice, range, asOf = '' }) =>
        `${seriesId(choice)} ${range.from} ${range.to} ${asOf}`.trim(),
      ),
    ),
  'A tile asks for days from': (view) =>
    said(shortAsksOf(view, TILE, TODAY).map(({ choice, range }) => `${seriesId(choice)} ${range.from}`)),
  'Its lines alone are': (view) => addressOf(linesSearch(view)),
  'The request of it is': (view) => addressOf(requestSearch(view, YEAR)),
};

it('every address has the words that are written down', async () => {
  let describe: ((view: View) => string) | undefined;
  const again = readFileSync(`${import.meta.dirname}/words.md`, 'utf8')
    .split('\n')
    .map((line) => {
      if (line.startsWith('## ')) {
        describe = SECTIONS[line.slice(3)];
        expect(describe, line).toBeDefined();
      }
      const [address = ''] = line.split(/ =>(?= |$)/);
      if (!/^[a-z_]+=/.test(address)) return line;
      return `${address} => ${describe?.(readView(searchOf(address), TODAY, MOST_ANSWERED).view)}`.trimEnd();
    });
  await expect(again.join('\n')).toMatchFileSnapshot('words.md');
});
