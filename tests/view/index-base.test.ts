import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { linesOf, withIndexDates } from '../../service/view/index.ts';
import { column, months, show, weeks } from './some-columns.ts';

/** An index without a date of its own is 100 at the first value that is shown, whatever the range, frequency and kind of line. */

const quits = column(
  'jolts.quits_level_sa',
  months(2019, 60),
  Array.from({ length: 60 }, (_, i) => String(3000 + ((i * 7919) % 211))),
);

it('begins in the range with 100, also where the range begins inside a period', () => {
  const first = dayNumber('2019-01-01') as number;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 900 }),
      fc.constantFrom(':own', ':q', ':sa', ':a', ':q:avg:ma2'),
      (start, how) => {
        const search = { series: `jolts.quits_level_sa${how}:nbd`, formulas: 'a*2:nbd' };
        const range = { from: dateText(first + start), to: '2023-12-31' };
        const [line, formula] = linesOf(parseView(search).view, [quits], range);
        const isAverage = how.includes('ma2');
        if (!isAverage) expect(show(line)?.[0]).toMatch(/ 100\.00000$/);
        expect(show(formula)?.[0]).toMatch(/ 100\.00000$/);
        expect(show(line)?.[0]?.slice(0, 10) ?? '').toSatisfy((date: string) => date >= range.from);
      },
    ),
  );
});

it('begins with the first period of all data, also where that is dated before the range begins', () => {
  const id = 'ui_weekly_claims.initial_claims_sa';
  const held = column(id, weeks('2024-01-06', 17), Array(17).fill('200000'));
  const { view } = parseView({ series: `${id}:m:nbd`, formulas: 'a*2:nbd' });
  const lines = linesOf(view, [held], { from: '2024-01-03', to: '2024-12-31' });
  for (const line of lines) expect([show(line)?.[0], line.baseDay]).toEqual(['2024-01-01 100.00000', 19723]);
});

it('is the same with the day of its 100 written down, also in a formula at a lower frequency', () => {
  const first = dayNumber('2019-01-01') as number;
  const formulas = fc.constantFrom('a*2', 'a*2:q', 'ma(a,2):a', 'a*2:q:nbd');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 900 }), formulas, (start, text) => {
      const { view } = parseView({ series: 'jolts.quits_level_sa:nbd', formulas: text });
      const range = { from: dateText(first + start), to: '2023-12-31' };
      const lines = linesOf(view, [quits], range);
      expect(linesOf(withIndexDates(view, lines), [quits], range).map(show)).toEqual(lines.map(show));
    }),
  );
});
