import { expect, it } from 'vitest';
import type { Cadence } from '../../service/series-math/types.ts';
import {
  dayBack,
  type Held,
  isPreset,
  rangeOfHeld,
  rangeProblem,
  rangeSearch,
  readBack,
  readRangeWords,
  resolveRange,
} from '../../service/view/range.ts';
import type { Back, RangeChoice } from '../../service/view/types.ts';

/** The days that a range stands for, and the sentence about one that is none. */

const HELD: Held = { from: '1998-07-05', to: '2024-03-31' };

it.each<[RangeChoice, string, string?]>([
  [{ preset: '1M' }, '2024-02-29'],
  [{ preset: '3M' }, '2023-12-31'],
  [{ preset: '6M' }, '2023-09-30'],
  [{ preset: 'YTD' }, '2024-01-01'],
  [{ preset: '1Y' }, '2023-03-31'],
  [{ preset: '5Y' }, '2019-03-31'],
  [{ preset: '10Y' }, '2014-03-31'],
  [{ preset: 'Max' }, '1998-07-05'],
  [{ back: '-1D' }, '2024-03-30'],
  [{ back: '-2W' }, '2024-03-17'],
  [{ back: '-18M' }, '2022-09-30'],
  [{ back: '-2Q' }, '2023-09-30'],
  [{ back: '-3Y' }, '2021-03-31'],
  [{ since: '2020-02-01' }, '2020-02-01'],
  [{ since: '2024-03-31' }, '2024-03-31'],
  // After the last observation it is that one day.
  [{ since: '2025-01-01' }, '2025-01-01', '2025-01-01'],
  [{ from: '1990-01-01', to: '2030-01-01' }, '1990-01-01', '2030-01-01'],
])('%j of a series until 2024-03-31 begins on %s', (choice, from, to = '2024-03-31') => {
  expect(resolveRange(choice, HELD)).toEqual({ from, to });
});

it('begins with the date of the first period only where it leaves out no observation', () => {
  const held: Held = { from: '2023-01-01', to: '2024-03-31', observed: '2023-02-10' };
  const from = (choice: RangeChoice) => resolveRange(choice, held).from;
  expect(from({ preset: 'Max' })).toBe('2023-01-01');
  expect(from({ since: '2023-02-10' })).toBe('2023-01-01');
  expect(from({ since: '2023-01-20' })).toBe('2023-01-01');
  expect(from({ since: '2023-02-11' })).toBe('2023-02-11');
  expect(from({ since: '2022-12-31' })).toBe('2022-12-31');
  expect(from({ from: '2023-01-01', to: '2023-06-30' })).toBe('2023-01-01');
  expect(from({ back: '-13M' })).toBe('2023-02-28');
});

it('goes back by a number of periods, but not before the first year', () => {
  expect(dayBack('2024-05-31', '-3M')).toBe('2024-02-29');
  expect(dayBack('2024-03-01', '-9999Y')).toBe('0001-01-01');
  expect(dayBack('2024-03-01', '-9999W')).toBe('1832-07-13');
});

const [DAILY, MONTHLY, YEARLY]: Cadence[] = [{ frequency: 'd' }, { frequency: 'm' }, { frequency: 'a' }];
it('is held from the first to the last observation of any series, and from the date of its first period', () => {
  const today = '2026-11-20';
  const [a, b] = [
    { first: '2001-05-03', last: '2024-02-01', cadence: DAILY as Cadence },
    { first: '2003-07-09', last: '2024-03-01', cadence: MONTHLY as Cadence },
  ];
  expect(rangeOfHeld([a, b], today)).toEqual({
    from: '2001-05-03',
    to: '2024-03-01',
    observed: '2001-05-03',
  });
  expect(rangeOfHeld([b], today)).toEqual({ from: '2003-07-01', to: '2024-03-01', observed: '2003-07-09' });
  expect(rangeOfHeld([a, { ...b, cadence: YEARLY as Cadence }], today).from).toBe('2001-05-03');
  expect(rangeOfHeld([{ ...a, cadence: YEARLY as Cadence }, b], today)).toEqual({
    from: '2001-01-01',
    to: '2024-03-01',
    observed: '2001-05-03',
  });
  // A week is dated by its last day, which may be tomorrow: the range ends with the observation.
  const week: Cadence = { frequency: 'w', weekEnd: 6 };
  expect(rangeOfHeld([{ first: '2024-01-01', last: '2024-01-10', cadence: week }], today)).toEqual({
    from: '2024-01-01',
    to: '2024-01-10',
    observed: '2024-01-01',
  });
  expect(rangeOfHeld([a, { ...b, first: null }], today).to).toBe('2024-02-01');
  expect(rangeOfHeld([{ ...a, last: null }, b], today).from).toBe('2003-07-01');
});

it('is the last ten years where nothing is held', () => {
  const nothing = { first: null, last: null, cadence: DAILY as Cadence };
  expect(rangeOfHeld([nothing], '2026-11-20')).toEqual({ from: '2016-01-01', to: '2026-11-20' });
});

it.each([
  ['-18m', '-18M'],
  [' – 1 q ', '-1Q'],
  ['−9999D', '-9999D'],
  ['-007W', '-7W'],
  ['-0Y', undefined],
  ['-10000D', undefined],
  ['18M', undefined],
  ['--1M', undefined],
  ['-1.5Y', undefined],
  ['-1H', undefined],
  ['-1YY', undefined],
])('%j is read as %s', (text, back) => {
  expect(readBack(text)).toBe(back);
});

it('knows the names of its choices as they are written', () => {
  expect(['1M', 'YTD', 'Max', 'max', '2Y', ''].map(isPreset)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  const written: RangeChoice[] = [
    { preset: 'Max' },
    { preset: '5Y' },
    { back: '-18M' as Back },
    { since: '2020-01-01' },
  ];
  expect(written.map(rangeSearch)).toEqual([{}, { range: '5Y' }, { range: '-18M' }, { from: '2020-01-01' }]);
});

const LATEST = '2026-11-21';
it.each<[Record<string, string>, RangeChoice]>([
  [{}, { preset: 'Max' }],
  [{ range: '10Y' }, { preset: '10Y' }],
  [{ range: '-5y' }, { preset: '5Y' }],
  [{ from: LATEST, range: '5Y' }, { since: LATEST }],
  [
    { from: LATEST, to: LATEST },
    { from: LATEST, to: LATEST },
  ],
])('%j is read as %j', (search, choice) => {
  expect(readRangeWords(search, LATEST)).toEqual({ choice });
});

it.each([
  [
    { to: '2020-02-01' },
    [['from', '', "The link's range has no first day.", 'from has no day. Add for example from=2020-02-01.']],
  ],
  [
    { to: '2026-11-22' },
    [
      ['from', '', "The link's range has no first day.", 'from has no day. Add for example from=2020-02-01.'],
      [
        'to',
        undefined,
        "The link's range ends on 2026-11-22, in the future.",
        'to 2026-11-22 is in the future. The latest possible date is 2026-11-21, today in the easternmost time zone. All there is needs no date: range=Max.',
      ],
    ],
  ],
  [
    { from: '', to: '2020-02-01' },
    [['from', '', "The link's range has no first day.", 'from has no day. Add for example from=2020-02-01.']],
  ],
  [
    { from: '2020-02-01', to: '' },
    [['to', '', "The link's range has no last day.", 'to has no day. Add for example to=2020-02-01.']],
  ],
  [
    { from: '2020-02-30', to: '2020-02' },
    [
      [
        'from',
        '2020-02-30',
        "'2020-02-30' in the link is no day written as YYYY-MM-DD.",
        "from '2020-02-30' is no day written as YYYY-MM-DD. Write for example from=2020-02-01.",
      ],
      [
        'to',
        '2020-02',
        "'2020-02' in the link is no day written as YYYY-MM-DD.",
        "to '2020-02' is no day written as YYYY-MM-DD. Write for example to=2020-02-01.",
      ],
    ],
  ],
  [
    { from: '2020' },
    [
      [
        'from',
        '2020',
        "'2020' in the link is no day written as YYYY-MM-DD.",
        "from '2020' is no day written as YYYY-MM-DD. Write for example from=2020-02-01.",
      ],
    ],
  ],
  [
    { from: '2026-11-22' },
    [
      [
        'from',
        undefined,
        "The link's range begins on 2026-11-22, in the future.",
        'from 2026-11-22 is in the future. The latest possible date is 2026-11-21, today in the easternmost time zone. All there is needs no date: range=Max.',
      ],
    ],
  ],
  [
    { from: '2020-01-01', to: '2026-11-22' },
    [
      [
        'to',
        undefined,
        "The link's range ends on 2026-11-22, in the future.",
        'to 2026-11-22 is in the future. The latest possible date is 2026-11-21, today in the easternmost time zone. All there is needs no date: range=Max.',
      ],
    ],
  ],
  [
    { from: '2026-11-23', to: '2026-11-22' },
    [
      [
        'to',
        undefined,
        "The link's range ends on 2026-11-22, in the future.",
        'to 2026-11-22 is in the future. The latest possible date is 2026-11-21, today in the easternmost time zone. All there is needs no date: range=Max.',
      ],
      [
        'from',
        undefined,
        'The range would begin on 2026-11-23 and end before that, on 2026-11-22.',
        'from 2026-11-23 is after to 2026-11-22. It must be on or before it.',
      ],
    ],
  ],
  [
    { from: '2020-01-02', to: '2020-01-01' },
    [
      [
        'from',
        undefined,
        'The range would begin on 2020-01-02 and end before that, on 2020-01-01.',
        'from 2020-01-02 is after to 2020-01-01. It must be on or before it.',
      ],
    ],
  ],
  [
    { range: '2020' },
    [
      [
        'range',
        '2020',
        "There is no range '2020', only 1M, 3M, 6M, YTD, 1Y, 5Y, 10Y, Max and such as -18M.",
        "There is no range '2020', only 1M, 3M, 6M, YTD, 1Y, 5Y, 10Y, Max and such as -18M.",
      ],
    ],
  ],
])('%j is no range, which is said to the page and the API', (search, problems) => {
  const read = readRangeWords(search, LATEST);
  const found = 'problems' in read ? read.problems : [];
  expect(found.map(({ parameter, value, said, refused }) => [parameter, value, said, refused])).toEqual(
    problems,
  );
});

it('may be one day, and not end before it begins', () => {
  expect(rangeProblem('2024-01-01', '2024-01-01')).toBeUndefined();
  expect(rangeProblem('2024-01-02', '2024-01-01')).toBe(
    'The range would begin on 2024-01-02 and end before that, on 2024-01-01.',
  );
});
