import { groupDigits } from '../../../service/series-math/decimal-text.ts';
import { printRounded } from '../../../service/series-math/fraction.ts';
import { listFigures, overlapOf, squareText } from '../../../service/series-math/list-figures.ts';
import type { Constituent } from '../../../service/series-math/members.ts';
import { table } from './table.ts';

/** Examples of the pages on lists and on state claims. The members and the claims are made up. */

const list = (...weights: [ticker: string, weight: string][]): Constituent[] =>
  weights.map(([ticker, weight]) => ({ ticker, name: ticker, sector: 'Industrials', weight }));
const ONE = list(['AAA', '50.0'], ['BRK.B', '30.0'], ['CCC', '15.5'], ['DDD', '4.25']);
const OTHER = list(['AAA', '40.0'], ['BRK-B', '35.0'], ['EEE', '25.0']);
const FIGURES = listFigures(ONE);

const CLAIMS = { initial: 9876, covered: 1_302_511 };

export const LIST_FACTS: Readonly<Record<string, string>> = {
  'list-weights': table(
    ['Ticker', 'Weight, %', 'Square'],
    ONE.map(({ ticker, weight }) => [ticker, weight, squareText(weight)]),
    [1, 2],
  ),
  'list-total': FIGURES.total,
  'list-hhi': FIGURES.hhi,
  'list-effective': FIGURES.effective,
  'list-other': OTHER.map(({ ticker, weight }) => `${ticker} ${weight}`).join(', '),
  'list-common': String(overlapOf([ONE, OTHER]).common.length),
  'list-shared': overlapOf([ONE, OTHER]).shared,
  'claims-initial': groupDigits(String(CLAIMS.initial)),
  'claims-covered': groupDigits(String(CLAIMS.covered)),
  'claims-thousand': printRounded({ n: BigInt(CLAIMS.initial) * 1000n, d: BigInt(CLAIMS.covered) }, 2),
};
