import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sentenceText } from '../../../renderer/explain/index.ts';
import { cardNumbers } from '../../../renderer/overview/cards.tsx';
import {
  HEADLINES,
  movedCard,
  pickOverviewSearch,
  readSince,
  shownCards,
  stepOf,
  withCard,
  withoutCard,
} from '../../../renderer/overview/overview-choices.ts';
import { briefMarkdown } from '../../../renderer/overview/take-brief.tsx';
import {
  momentText,
  newestParts,
  noteParts,
  nothingNewText,
  numberWord,
  parseNumberWord,
  revisionParts,
  timeHere,
} from '../../../renderer/overview/words.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import type { BriefChanges } from '../../../service/contract/brief.ts';
import { showNumbersAs } from '../../../service/series-math/decimal-text.ts';

const OPENINGS = 'jolts.job_openings_level_sa';
const REVISION = { date: '2024-11-01', old_value: '8031', new_value: '7566', run: 2 };
const CHANGES: BriefChanges = {
  since_run: 1,
  since: '2026-11-20T17:02:00.000Z',
  run: 2,
  at: '2026-11-23T14:00:00.000Z',
  datasets: [
    {
      dataset: 'jolts',
      new: 2,
      revised: 2,
      series: [
        {
          series: 'job_openings_level_sa',
          area: '',
          new: 2,
          revised: 2,
          newest: { date: '2026-07-01', value: '7271' },
          before: null,
          revisions: [REVISION],
          added: [{ date: '2026-07-01', value: '7271', run: 2 }],
          note: [{ text: 'Openings: ' }, { text: '7,271', role: 'value', date: '2026-07-01' }, { text: '.' }],
        },
      ],
      lists: [],
    },
  ],
};

describe('since when', () => {
  const marker = { run: 7, at: '2026-11-20T17:02:00.000Z' };
  const here = { now: '2026-11-23T02:00:00.000Z', zone: 'UTC' };
  test.each([
    ['yesterday', 'UTC', '2026-11-22T00:00:00.000Z', 'since yesterday'],
    ['yesterday', 'America/Los_Angeles', '2026-11-21T08:00:00.000Z', 'since yesterday'],
    ['yesterday', 'Pacific/Auckland', '2026-11-21T11:00:00.000Z', 'since yesterday'],
    ['7d', 'America/Los_Angeles', '2026-11-15T08:00:00.000Z', 'in the last 7 days'],
    ['2026-11-01', 'America/Los_Angeles', '2026-11-01T07:00:00.000Z', 'since 2026-11-01'],
    ['2026-11-01', 'Pacific/Auckland', '2026-10-31T11:00:00.000Z', 'since 2026-11-01'],
  ])('%s in %s', (word, zone, since, words) => {
    expect(readSince(word, marker, { ...here, zone })).toEqual({ asked: { since }, words });
  });

  test.each([
    ['UTC', 'Friday 17:02'],
    ['America/Los_Angeles', 'Friday 09:02'],
    ['Pacific/Auckland', 'Saturday 06:02'],
  ])('the last visit and a run, in %s', (zone, moment) => {
    const words = 'since your last visit';
    expect(readSince(undefined, marker, { ...here, zone })).toEqual({
      asked: { since_run: '7' },
      words,
      moment,
    });
    expect(readSince('run-17', marker, { ...here, zone })).toEqual({
      asked: { since_run: '16' },
      words: 'with run 17 and after it',
    });
  });

  test('an unknown word is reported, and read as the last visit', () => {
    const { asked, problem } = readSince('2026-02-30', marker, here);
    expect(asked).toEqual({ since_run: '7' });
    expect(problem).toContain('‘2026-02-30’');
    expect(readSince(undefined, { run: 0, at: '' }, here).words).toBe('since the beginning');
    expect(readSince('run-1', marker, here).asked).toEqual({ since_run: '0' });
    expect(readSince('run-0', marker, here).asked).toEqual({ since_run: '0' });
    expect(pickOverviewSearch({ since: 7, other: 'x', gone: 1 })).toEqual({ since: '7', gone: '1' });
  });
});

describe('sentences', () => {
  test('of a revision have numbers, each with its word of the address', () => {
    const told = revisionParts(OPENINGS, REVISION);
    expect(sentenceText(told)).toBe('2024-11: 8,031 → 7,566 (−465)');
    expect(told.flatMap((part) => (typeof part === 'string' ? [] : part.explain))).toEqual([
      `${OPENINGS}.on.2024-11-01.was.8031`,
      `${OPENINGS}.on.2024-11-01`,
      `${OPENINGS}.on.2024-11-01.revised.8031`,
    ]);
    const date = '2024-11-01';
    const parts = noteParts(OPENINGS, [
      { text: '7,566', role: 'value', date },
      { text: '8,031', role: 'value', date, was: '8031' },
      { text: '−465', role: 'change', date, was: '8031' },
      { text: '1,057', role: 'median', date, was: '8031' },
      { text: '+58', role: 'change', date, from: '2024-10-01' },
    ]);
    const after = ['', '.was.8031', '.revised.8031', '.median.1057', '.from.2024-10-01'];
    expect(parts.map((part) => (typeof part === 'string' ? part : part.explain))).toEqual(
      after.map((word) => `${OPENINGS}.on.${date}${word}`),
    );
  });

  test.each([
    ['ui_weekly_claims.initial_claims_sa', '2025-03-01', '2025-03-01: 1 → 2 (+1)'],
    [OPENINGS, '2025-03-01', '2025-03: 1 → 2 (+1)'],
    ['us_debt.total_public_debt_outstanding', '2025-03-03', '2025-03-03: 1 → 2 (+1)'],
  ])('of a revision of %s on %s', (id, date, text) => {
    expect(sentenceText(revisionParts(id, { date, old_value: '1', new_value: '2', run: 1 }))).toBe(text);
  });

  test.each([
    ['initial_claims.TX', '16241', /^Texas: Initial claims, NSA: 16,241 (persons|claims) on 2025-03-08\.$/],
    ['insured_unemployment_rate.VI', '0.55', /^Virgin Islands: Insured unemployment rate.*: 0\.55 % on /],
  ])('of a state have its name, the series and the unit of %s', (series, value, sentence) => {
    const told = newestParts(`ui_state_weekly_claims.${series}`, { date: '2025-03-08', value });
    expect(sentenceText(told)).toMatch(sentence);
  });

  test('each word of a number reads back as it was written', () => {
    const date = fc.constantFrom('2024-02-29', '1999-12-31');
    const old = fc.constantFrom('7401', '-0.5', '36104343213.10');
    const id = fc.constantFrom(OPENINGS, 'ui_state_weekly_claims.initial_claims.CA', 'constituents.SP500');
    const what = fc.oneof(
      fc.record({ id, date, what: fc.constant('value' as const), other: fc.constant('') }),
      fc.record({ id, date, what: fc.constant('from' as const), other: date }),
      fc.record({
        id,
        date,
        what: fc.constantFrom('was' as const, 'revised' as const, 'median' as const),
        other: old,
      }),
    );
    fc.assert(
      fc.property(what, (word) => {
        expect(parseNumberWord(numberWord(word.id, word.date, word.what, word.other))).toEqual(word);
      }),
    );
    expect(parseNumberWord('anything else')).toBeUndefined();
  });

  test('of no news name the next release that is not here', () => {
    const release = (at: string, is_here: boolean) => ({
      dataset: 'ui_weekly_claims',
      at,
      text: 'Wed 2026-11-25, 08:30 ET',
      is_about: false,
      date: '2026-11-21',
      is_here,
    });
    const releases = [
      release('2026-11-23T13:30:00.000Z', false),
      release('2026-11-24T13:30:00.000Z', true),
      release('2026-11-25T13:30:00.000Z', false),
    ];
    const here = { now: CHANGES.at, zone: 'America/New_York' };
    expect(nothingNewText({ words: 'since your last visit', moment: 'Friday 12:02' }, releases, here)).toBe(
      'Nothing new since Friday 12:02. Next: Weekly unemployment claims, Wed 2026-11-25, 08:30 ET.',
    );
    expect(nothingNewText({ words: 'since yesterday' }, [], here)).toBe('Nothing new since yesterday.');
    expect(momentText('2026-11-16T17:02:00.000Z', here)).toBe('2026-11-16 12:02');
  });

  test.each([
    ['America/New_York', undefined],
    ['America/Los_Angeles', '05:30'],
    ['Pacific/Auckland', 'Thu 02:30'],
    ['UTC', '13:30'],
  ])('a release at 08:30 Eastern has its local time in %s', (zone, text) => {
    const release = {
      dataset: 'ui_weekly_claims',
      at: '2026-11-25T13:30:00.000Z',
      text: 'Wed 2026-11-25, 08:30 ET',
      is_about: false,
      date: '2026-11-21',
      is_here: false,
    };
    expect(timeHere(release, zone)).toBe(text);
    expect(timeHere({ ...release, text: 'about Wed 2026-11-25', is_about: true }, zone)).toBeUndefined();
  });
});

describe('files', () => {
  test('the brief as Markdown cites each dataset', () => {
    const of = { words: 'since your last visit', now: CHANGES.at, version: '1.0' };
    expect(briefMarkdown(CHANGES, undefined, of)).toBe(
      [
        '# What is new since your last visit',
        '',
        'Almanac 1.0, 2026-11-23 14:00 UTC.',
        '',
        '## Job openings and labor turnover (JOLTS): 2 new, 2 revised',
        '',
        'Openings: 7,271.',
        '',
        '- 2024-11: 8,031 → 7,566 (−465)',
        '- and 1 smaller revision',
        '',
        '## Sources',
        '',
        '- US Bureau of Labor Statistics, Job openings and labor turnover (JOLTS): Job openings, level, SA [jolts.job_openings_level_sa], retrieved from Almanac 1.0; November 23, 2026.',
        '',
      ].join('\n'),
    );
  });
});

describe('cards', () => {
  const none = { order: [], hidden: [], pinned: [] };

  test('are the headlines at first, nine of them', () => {
    expect(shownCards(none)).toEqual(HEADLINES);
    expect(HEADLINES).toHaveLength(9);
  });

  test('are moved, hidden, pinned and shown again; all other cards keep their places', () => {
    const [first = '', second = '', third = ''] = HEADLINES;
    expect(shownCards(movedCard(none, first, 1)).slice(0, 3)).toEqual([second, first, third]);
    expect(movedCard(none, first, -1)).toBe(none);
    expect(shownCards(movedCard(none, first, 99))).toEqual([...HEADLINES.slice(1), first]);
    const hidden = withoutCard(none, second);
    expect(shownCards(hidden)).toEqual(HEADLINES.filter((id) => id !== second));
    expect(shownCards(withCard(hidden, second))).toEqual(HEADLINES);
    expect(shownCards(withCard(withoutCard(hidden, third), third))).toEqual(shownCards(hidden));
    const pinned = withCard(none, 'jolts.quits_rate_sa');
    expect(shownCards(pinned).at(-1)).toBe('jolts.quits_rate_sa');
    expect(withCard(pinned, 'jolts.quits_rate_sa')).toEqual(pinned);
    const moved = movedCard(pinned, 'jolts.quits_rate_sa', 0);
    const unpinned = withoutCard(moved, 'jolts.quits_rate_sa');
    expect(shownCards(unpinned)).toEqual(HEADLINES);
    expect(shownCards(withCard(unpinned, 'jolts.quits_rate_sa'))).toEqual(shownCards(pinned));
    expect(shownCards({ ...none, pinned: [first] })).toEqual(HEADLINES);
    // Only another version had this series.
    expect(shownCards({ ...none, pinned: ['jolts.nothing'] })).toEqual(HEADLINES);
  });
  test('any moves keep each card once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...HEADLINES), fc.integer({ min: -3, max: 12 }))),
        (moves) => {
          const choice = moves.reduce(
            (before, [id, to]) => movedCard(before, id, to),
            none as ReturnType<typeof movedCard>,
          );
          expect(shownCards(choice).toSorted()).toEqual(HEADLINES.toSorted());
        },
      ),
    );
  });
});

test('an arrow moves a card to where it points, however many columns there are', () => {
  expect(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map((key) => stepOf(key, 2))).toEqual([
    -2, 2, -1, 1,
  ]);
  expect(stepOf('ArrowDown', 3)).toBe(3);
  expect(stepOf('Home', 3)).toBeUndefined();
});

describe('the numbers of a card', () => {
  test('have the exact change from the period before, or none if that period is missing', () => {
    const column = (dates: readonly string[], values: readonly string[]) => ({
      days: Int32Array.from(dates, (date) => dayNumber(date) as number),
      values,
      numbers: Float64Array.from(values, Number),
    });
    expect(cardNumbers('yields.US10Y', column(['2026-10-08', '2026-10-09'], ['5.22', '5.24']))).toEqual({
      date: '2026-10-09',
      value: { text: '5.24 %', short: '5.24 %', explain: 'yields.US10Y.on.2026-10-09' },
      change: {
        text: '+0.02 pp',
        short: '+0.02 pp',
        explain: 'yields.US10Y.on.2026-10-09.from.2026-10-08',
      },
      span: 'on the day',
    });
    expect(cardNumbers(OPENINGS, column(['2026-05-01', '2026-07-01'], ['1', '2']))).toMatchObject({
      change: '–',
    });
    expect(cardNumbers(OPENINGS, column([], []))).toBeUndefined();
  });

  test('are written plainly, so that the style of the settings is applied only once', () => {
    onTestFinished(() => void showNumbersAs('plain'));
    const numbers = () =>
      cardNumbers(OPENINGS, {
        days: Int32Array.from(['2026-06-01', '2026-07-01'], (date) => dayNumber(date) as number),
        values: ['7182', '7271'],
        numbers: Float64Array.of(7182, 7271),
      });
    const plain = numbers();
    expect(plain?.value).toMatchObject({ text: '7,271 thousands of positions', short: '7.271 mn positions' });
    expect(plain?.change).toMatchObject({ text: '+89', short: '+89 k' });
    showNumbersAs('point');
    expect(numbers()).toEqual(plain);
  });
});
