import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { sentenceOf } from '../../../renderer/constituents/members.ts';
import { explanationText, numberNode } from '../../../renderer/explain/explanation-text.ts';
import { sentenceText } from '../../../renderer/explain/index.ts';
import { ExplainableSentence } from '../../../renderer/explain/number-tree.tsx';
import type { SentencePart } from '../../../renderer/explain/types.ts';
import { revisionParts } from '../../../renderer/overview/words.ts';
import { summaryParts } from '../../../renderer/states/words.ts';
import { spreadLine } from '../../../renderer/yields/curves.ts';
import { curveSentence, spreadSentence } from '../../../renderer/yields/sentences.ts';
import { type DateStyle, dayNumber, showDatesAs } from '../../../service/calendar/dates.ts';
import { type CurveSpread, SPREADS } from '../../../service/datasets/yields/curve.ts';
import { AREAS, areaTable } from '../../../service/series-math/areas/area-table.ts';
import { type NumberStyle, showNumbersAs } from '../../../service/series-math/decimal-text.ts';
import { listFigures } from '../../../service/series-math/list-figures.ts';
import { matrixOf } from '../../../service/series-math/matrix.ts';
import { someCurves } from '../yields/some-curves.ts';

/** Copied texts are the same in every style of the settings; only shown texts follow it. */

afterEach(() => {
  showNumbersAs('plain');
  showDatesAs('iso');
});

const curves = someCurves({
  '2025-03-06': { '3M': '4.40', '2Y': '4.00', '10Y': '4.40', '30Y': '4.60' },
  '2025-03-07': { '3M': '4.34', '2Y': '3.99', '10Y': '4.32', '30Y': '4.62' },
});
const spread = spreadLine(curves, SPREADS[1] as CurveSpread);
const claims = areaTable(
  matrixOf(
    Int32Array.of(dayNumber('2025-03-08') as number),
    AREAS.map((area, i) => ({ name: `claims.${area}`, texts: [String(1000 + i)] })),
  ),
  'claims',
);

/** Every sentence that can be copied, by the place where it stands. */
const SENTENCES: Readonly<Record<string, () => readonly SentencePart[]>> = {
  'the curve': () => curveSentence(curves, 1, spread),
  'a spread': () => spreadSentence(curves, spread, 1),
  'the state map': () => summaryParts(claims, undefined, 0, 'initial'),
  'a list': () =>
    sentenceOf(
      'IVV',
      '2024-12-06',
      listFigures([{ ticker: 'A', weight: '31.97', sector: 'IT' }] as never),
      undefined,
    ),
  'a revision': () =>
    revisionParts('jolts.job_openings_level_sa', {
      date: '2024-11-01',
      old_value: '8031',
      new_value: '7566',
    } as never),
};
const STYLES: readonly [NumberStyle, DateStyle][] = [
  ['comma', 'words'],
  ['space', 'iso'],
  ['space', 'words'],
  ['point', 'words'],
];

describe.each(Object.entries(SENTENCES))('%s', (_, write) => {
  const plain = sentenceText(write());
  it.each(STYLES)('is copied plainly and shown in the style %s, %s', (numbers, dates) => {
    showNumbersAs(numbers);
    showDatesAs(dates);
    const parts = write();
    expect(sentenceText(parts)).toBe(plain);
    const shown = renderToStaticMarkup(
      <ExplainableSentence parts={parts} onExplain={() => undefined} />,
    ).replaceAll(/<[^>]*>/g, '');
    if (numbers === 'space') expect(shown).not.toMatch(/\d\.\d|\d,\d{3}\b/);
    if (numbers === 'point') expect(shown).not.toMatch(/\d\.\d\d\b|\d,\d{3}\b/);
    if (dates === 'words') expect(shown).not.toMatch(/\d{4}-\d\d-\d\d/);
  });
});

it('an explanation is copied plainly', () => {
  const node = numberNode({
    label: '10 years, change',
    date: '2025-03-07',
    value: '1234.5',
    unit: 'bp',
    words: 'Change from 2025-03-06',
    numbers: '1,235.0 − 0.5 = 1,234.5',
  });
  const plain = explanationText(node, new Map());
  expect(plain).toBe(
    '10 years, change, 2025-03-07: 1,234.5 bp\n  Change from 2025-03-06\n  1,235.0 − 0.5 = 1,234.5',
  );
  showNumbersAs('point');
  showDatesAs('words');
  expect(explanationText(node, new Map())).toBe(plain);
});
