import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addFormula } from '../../../renderer/view/change-view.ts';
import { parseView, viewSearch } from '../../../renderer/view/view-search.ts';
import { parseFormula, plainFormula, printFormula } from '../../../service/series-math/formula.ts';

const SERIES = 'jolts.quits_level_sa,jolts.hires_level_sa';

test('pasted signs are read from a link as those of the keyboard, each formula once', () => {
  const { view, problems } = parseView({
    series: SERIES,
    formulas: '(A − b) ÷ b × 100:right,(a - b) / b * 100',
  });
  expect(view.formulas).toMatchObject([{ text: '(a - b) / b * 100', style: { axis: 'right' } }]);
  expect(problems).toEqual([]);
});

test('whatever the form takes, a link carries', () => {
  const piece = fc.constantFrom(...'abAB()+-*/^×÷−–·∙∕ \t12.'.split(''), '\u00a0', '\u2003');
  const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
  const formula = fc.oneof(
    text,
    fc.tuple(text, fc.constantFrom(' × ', '÷', '−', '\u00a0–\t'), text).map((parts) => parts.join('')),
    fc.constantFrom('a×b', 'A ÷\u00a0B', 'a−b', 'a\t–\tb', '−a'),
  );
  fc.assert(
    fc.property(formula, (typed) => {
      const parsed = parseFormula(typed, ['a', 'b']);
      fc.pre(parsed.isRight);
      const plain = plainFormula(typed);
      const again = parseFormula(plain, ['a', 'b']);
      expect(again.isRight && printFormula(again.formula)).toBe(
        parsed.isRight && printFormula(parsed.formula),
      );
      const view = addFormula(parseView({ series: SERIES }).view, plain);
      const read = parseView(viewSearch(view));
      expect(read.problems).toEqual([]);
      expect(read.view.formulas.map((one) => one.text)).toEqual([plain]);
    }),
    { numRuns: 400 },
  );
});
