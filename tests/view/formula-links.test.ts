import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addFormula, editFormula, moveLine } from '../../renderer/view/change-view.ts';
import { parseView } from '../../renderer/view/parse-view.ts';
import { parseFormula, plainFormula, printFormula } from '../../service/series-math/formula.ts';
import { viewSearch } from '../../service/view/address.ts';

const SERIES = 'jolts.quits_level_sa,jolts.hires_level_sa';

test('pasted signs are read from a link as those of the keyboard', () => {
  const { view, problems } = parseView({
    series: SERIES,
    formulas: '(A − b) ÷ b × 100:right,(a - b) / b * 100',
  });
  expect(view.formulas).toMatchObject([
    { text: '(a - b) / b * 100', style: { axis: 'right' } },
    { text: '(a - b) / b * 100', style: {} },
  ]);
  expect(problems).toEqual([]);
});

test('a link carries every formula that the form accepts', () => {
  const piece = fc.constantFrom(...'abAB()+-*/^×÷−–·∙∕ \t12.'.split(''), '\u00a0', '\u2003');
  const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
  const formula = fc.oneof(
    text,
    fc.tuple(text, fc.constantFrom(' × ', '÷', '−', '\u00a0–\t'), text).map((parts) => parts.join('')),
    fc.constantFrom('a×b', 'A ÷\u00a0B', 'a−b', 'a\t–\tb', '−a', 'MA(a, 4)', 'max(a,b,0)−lag(b,1)'),
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

test('a formula is moved among formulas, wherever it is dropped, and keeps its colour', () => {
  const { view } = parseView({ series: SERIES, formulas: 'a+b,a-b:right,a/b' });
  const order = (place: number) =>
    moveLine(view, '=a/b', place).formulas.map(({ text, slot }) => `${text} ${slot}`);
  expect(order(3)).toEqual(['a+b 2', 'a/b 4', 'a-b 3']);
  for (const place of [-1, 0, 2]) expect(order(place)).toEqual(['a/b 4', 'a+b 2', 'a-b 3']);
  for (const place of [4, 99]) expect(order(place)).toEqual(['a+b 2', 'a-b 3', 'a/b 4']);
  const moved = moveLine(view, '=a+b', 3);
  expect(parseView(viewSearch(moved)).view).toEqual(moved);
  expect(moved.series).toEqual(view.series);
  expect(moveLine(view, '=b/a', 0)).toEqual(view);
});

test('an edited formula is the same line: colour, style, place and what is explained of it', () => {
  const { view } = parseView({ series: SERIES, formulas: 'a+b,a-b:right:ma3', explain: '=a-b@2024-01-01' });
  const edited = editFormula(view, '=a-b', 'b-a');
  expect(edited.formulas).toEqual([view.formulas[0], { ...view.formulas[1], text: 'b-a' }]);
  expect(edited.explained).toEqual({ line: '=b-a', date: '2024-01-01' });
  expect(parseView(viewSearch(edited)).view).toEqual(edited);
  expect(editFormula(view, '=a-b', 'a+b')).toBe(view);
  expect(editFormula(view, 'a*b', 'a/b')).toBe(view);
});
