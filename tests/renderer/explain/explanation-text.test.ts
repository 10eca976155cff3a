import { expect, test } from 'vitest';
import {
  absenceTexts,
  explanationText,
  keyOf,
  originText,
  publishedOf,
  revisionTexts,
  sourceFacts,
} from '../../../renderer/explain/explanation-text.ts';
import type { NumberNode } from '../../../renderer/explain/types.ts';
import type { ObservationExplanation, SeenObservation } from '../../../service/contract/explanation.ts';

const CLAIMS = { dataset: 'ui_weekly_claims', code: 'initial_claims_sa', area: '' } as const;

function seen(value: string, id: number, other: Partial<SeenObservation['run']> = {}): SeenObservation {
  const fetched_at = `2026-0${id}-01T10:30:00Z`;
  return {
    value,
    place: 'element 7',
    first_seen: fetched_at,
    superseded_at: null,
    is_rounding: false,
    run: {
      id,
      kind: 'refresh',
      origin: 'publisher',
      source_title: 'Weekly claims (DOL XML)',
      location: `https://oui.doleta.gov/${id}`,
      sha256: `abc${id}`,
      fetched_at,
      ...other,
    },
  };
}

function told(other: Partial<ObservationExplanation>): ObservationExplanation {
  return {
    dataset: CLAIMS.dataset,
    series: CLAIMS.code,
    area: '',
    date: '2026-01-03',
    current: seen('219000', 2),
    replaced: [],
    reason: null,
    before: null,
    after: null,
    replaced_sample_of: null,
    ...other,
  };
}

const leaf = (date: string, value: string | undefined, label = ''): NumberNode => ({
  label,
  date,
  period: date,
  value,
  unit: 'persons',
  words: value === undefined ? 'No observation' : 'As published',
  formula: '',
  numbers: '',
  published: CLAIMS,
  parts: () => [],
});

test('a fetched value shows address, place, hash and time, an imported one its file, and a sample that it is one', () => {
  expect(sourceFacts(told({})).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Source: Weekly claims (DOL XML)',
    'Address: https://oui.doleta.gov/2',
    'Place: element 7',
    'SHA-256: abc2',
    'Fetched: 2026-02-01 10:30 UTC, run 2',
  ]);
  const file = told({ current: seen('1', 2, { kind: 'import', origin: 'file', location: 'claims.xml' }) });
  expect(sourceFacts(file).map(({ name }) => name)).toEqual([
    'Source',
    'File',
    'Place',
    'SHA-256',
    'Imported',
  ]);
  const sample = told({ current: seen('1', 2, { kind: 'sample', origin: 'sample', sha256: '' }) });
  expect(sourceFacts(sample)[0]?.text).toMatch(/^Sample data: made up/);
  expect([originText(told({})), originText(sample)]).toEqual(['As published', 'As in the sample']);
  const rate = { dataset: 'ui_state_weekly_claims', series: 'insured_unemployment_rate_week', area: 'NV' };
  expect(originText(told(rate))).toBe('Calculated from published numbers');
});

test('revisions are listed from the oldest value to the current one', () => {
  const chain = told({
    current: seen('3', 3),
    replaced: [
      { ...seen('2', 2), superseded_at: '2026-03-01T10:30:00Z' },
      { ...seen('1', 1), superseded_at: '2026-02-01T10:30:00Z' },
    ],
  });
  expect(revisionTexts(chain)).toEqual([
    '1 → 2, 2026-02-01 10:30 UTC by https://oui.doleta.gov/2',
    '2 → 3, 2026-03-01 10:30 UTC by https://oui.doleta.gov/3',
  ]);
});

test('a rounded value that the publisher’s own figure replaced is called a rounding, not a revision', () => {
  const rounding = { ...seen('26,597,700', 1), superseded_at: '2026-02-01T10:30:00Z', is_rounding: true };
  expect(revisionTexts(told({ current: seen('26597656', 2), replaced: [rounding] }))).toEqual([
    expect.stringMatching(
      /https:\/\/oui\.doleta\.gov\/2: a rounding, replaced by the publisher’s own figure$/,
    ),
  ]);
});

test('for a missing observation the text says why, and which observations are nearest', () => {
  const none = told({ current: null, reason: '2026-01-04 is a Sunday.', before: '2026-01-03' });
  expect(absenceTexts(none)).toEqual([
    'There is no observation for this day.',
    '2026-01-04 is a Sunday.',
    'The nearest here are 2026-01-03 before it.',
  ]);
  expect(absenceTexts(told({ current: null })).at(-1)).toBe('This series has no observations here.');
});

test('the text has the number, its formula, its parts, and the source of each', () => {
  const node: NumberNode = {
    ...leaf('2026-01-03', '3.30189', 'Initial claims, SA'),
    unit: '%',
    words: 'Percent change from year ago',
    formula: '(x(t) ÷ x(t−n) − 1) × 100',
    numbers: '(219,000 ÷ 212,000 − 1) × 100 = 3.30189',
    published: undefined,
    parts: () => [leaf('2026-01-03', '219000', 'The value'), leaf('2025-01-04', '212000', '52 weeks before')],
  };
  expect(publishedOf(node).map(keyOf)).toEqual([
    'ui_weekly_claims.initial_claims_sa@2026-01-03',
    'ui_weekly_claims.initial_claims_sa@2025-01-04',
  ]);
  const text = explanationText(node, new Map([[keyOf(leaf('2026-01-03', '')), told({})]]));
  expect(text.split('\n')).toEqual([
    'Initial claims, SA, 2026-01-03: 3.30189 %',
    '  Percent change from year ago',
    '  (x(t) ÷ x(t−n) − 1) × 100',
    '  (219,000 ÷ 212,000 − 1) × 100 = 3.30189',
    '  The value, 2026-01-03: 219,000 persons',
    '    As published',
    '    Source: Weekly claims (DOL XML)',
    '    Address: https://oui.doleta.gov/2',
    '    Place: element 7',
    '    SHA-256: abc2',
    '    Fetched: 2026-02-01 10:30 UTC, run 2',
    '  52 weeks before, 2025-01-04: 212,000 persons',
    '    As published',
  ]);
});

test('a very long average is listed in part, with the number of parts that are left out', () => {
  const days = Array.from({ length: 100 }, (_, i) => `20${String(i).padStart(2, '0')}-01-01`);
  const node: NumberNode = {
    ...leaf('2026-01-03', '1', 'Average'),
    published: undefined,
    parts: () => days.map((date) => leaf(date, '1')),
  };
  const text = explanationText(node, new Map());
  expect(publishedOf(node)).toHaveLength(60);
  expect(text.split('\n').at(-1)).toBe('and 40 further observations');
});

test('‘First seen’ is shown only for a value that an earlier run had already loaded', () => {
  const facts = (first_seen: string) =>
    sourceFacts(told({ current: { ...seen('219000', 2), first_seen } })).filter(
      ({ name }) => name === 'First seen',
    );
  expect(facts('2026-01-15T08:05:00Z')).toEqual([{ name: 'First seen', text: '2026-01-15 08:05 UTC' }]);
  expect(facts('2026-02-01T10:30:00Z')).toEqual([]);
});
