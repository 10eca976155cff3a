import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dateText, daysFromCivil, weekday } from '../../service/calendar/dates.ts';
import { makeFolder } from './folder.ts';

/** First days of periods of `months` months; for a daily series, only the weekdays among them. */
function periods(count: number, months: number, isDaily = false): string[] {
  const days = Array.from({ length: count * 2 }, (_, at) =>
    daysFromCivil(2015 + Math.floor((at * months) / 12), 1 + ((at * months) % 12), 1),
  );
  return days
    .filter((day) => !isDaily || weekday(day) % 6 !== 0)
    .slice(0, count)
    .map(dateText);
}
const every = (count: number, days: number, from: string) =>
  Array.from({ length: count }, (_, at) => dateText(Date.parse(from) / 86_400_000 + at * days));
const fred = (id: string, dates: readonly string[], value = '4.25') =>
  `observation_date,${id}\n${dates.map((date) => `${date},${value}\n`).join('')}`;

async function imported(text: string) {
  const folder = makeFolder();
  const [one] = await folder.import([folder.write('fred.csv', text)]);
  return one;
}
async function refused(text: string): Promise<string> {
  const folder = makeFolder();
  const { code, message } = await folder.failure([folder.write('fred.csv', text)]);
  expect(code).toBe('invalid_file');
  expect(folder.dump(['observation'])).toMatch(/^(observation)?$/);
  return message;
}

describe('a file of FRED at a lower frequency', () => {
  test.each([
    [
      'monthly averages of a daily yield',
      fred('DGS10', periods(12, 1, true)),
      /^fred\.csv, column "DGS10": the 12 dates \(2015-01-01, 2015-04-01 …\) are too far apart for a daily series/,
    ],
    [
      'weekly averages of a daily yield',
      fred('DGS10', every(5, 7, '2024-01-05')),
      /the 5 dates \(2024-01-05, 2024-01-12 …\).* daily/,
    ],
    [
      'dates of a daily yield five days apart',
      fred('DGS10', ['2024-01-05', '2024-01-10', '2024-01-15', '2024-01-22', '2024-01-29']),
      /daily/,
    ],
    [
      'quarters of a monthly level',
      fred('JTSJOL', periods(8, 3), '9000'),
      /column "JTSJOL": the 8 dates \(2015-01-01, 2015-04-01 …\).* monthly/,
    ],
    ['three quarters of one', fred('JTSJOL', periods(3, 3), '9000'), /the 3 dates .* monthly/],
    ['half years of one', fred('JTSJOL', periods(6, 6), '9000'), /monthly/],
    ['years of a monthly level', fred('PI', periods(10, 12), '20000.1'), /column "PI".* monthly/],
    [
      'every fourth week of claims',
      fred('ICSA', every(6, 28, '2024-01-06'), '200000'),
      /column "ICSA".* weekly/,
    ],
    [
      'every fourth week of the H.4.1',
      fred('TREAST', every(6, 28, '2024-01-03'), '4000000'),
      /column "TREAST".* weekly/,
    ],
    [
      'monthly averages of claims',
      fred('ICSA', periods(12, 1), '200000'),
      /2015-01-01 is a Thursday; the weeks of ui_weekly_claims are dated by their Saturday/,
    ],
    [
      'one column of several',
      `observation_date,DGS10,DGS2\n${every(6, 7, '2024-01-05')
        .map((day, at) => `${day},4.25,.\n${dateText(Date.parse(day) / 86_400_000 + 3)},.,4.${at}0\n`)
        .join('')}`,
      /column "DGS10": the 6 dates/,
    ],
  ])('%s is refused', async (_, text, message) => {
    expect(await refused(text)).toMatch(message);
  });

  test.each([
    [
      'a week of a daily yield with a holiday',
      fred('DGS10', ['2024-12-23', '2024-12-24', '2024-12-26', '2024-12-27', '2024-12-30']),
    ],
    [
      'four dates of a daily yield and one a day later',
      fred('DGS10', [...every(4, 7, '2024-01-05'), '2024-01-29']),
    ],
    [
      'dates of a daily yield four days apart',
      fred('DGS10', ['2024-01-05', '2024-01-09', '2024-01-15', '2024-01-19', '2024-01-25']),
    ],
    ['every third week of claims', fred('ICSA', every(6, 21, '2024-01-06'), '200000')],
    [
      'months of which one is missing',
      fred('JTSJOL', ['2025-08-01', '2025-09-01', '2025-11-01', '2025-12-01'], '7000'),
    ],
    ['steps of three months and of one', fred('JTSJOL', ['2025-01-01', '2025-04-01', '2025-05-01'], '7000')],
    ['a single date', fred('DGS10', ['2024-01-05'])],
    ['weeks', fred('ICSA', every(30, 7, '2024-01-06'), '200000')],
  ])('%s is accepted without a note', async (_, text) => {
    expect((await imported(text))?.notes).toEqual([]);
  });

  test.each([
    ['DGS10', every(4, 7, '2024-01-05'), '4.25', 'daily'],
    ['JTSJOL', periods(2, 12), '7000', 'monthly'],
    ['ICSA', every(2, 28, '2024-01-06'), '200000', 'weekly'],
  ])('too few dates of %s to decide are accepted with a note', async (id, dates, value, word) => {
    expect((await imported(fred(id, dates, value)))?.notes).toEqual([
      `The ${dates.length} dates (${dates[0]}, ${dates[1]}${dates.length > 2 ? ' …' : ''}) of ${id} are too far apart for a ${word} series. If these are averages of longer periods, they are not its values: download the ${word} file from FRED.`,
    ]);
  });

  test('our own CSV may have any days', async () => {
    const rows = every(6, 28, '2024-01-05').map((day) => `US10Y,${day},4.25\n`);
    expect((await imported(`series,date,value\n${rows.join('')}`))?.notes).toEqual([]);
  });

  test.for([
    ['fredgraph_2024_DGS10.csv', 'DGS10', 1],
    ['fredgraph_2025_JTSJOL.csv', 'JTSJOL', 3],
    ['fredgraph_2024_PI.csv', 'PI', 12],
  ] as const)('averages made of %s are refused', async ([name, id, months], { skip }) => {
    const path = join(import.meta.dirname, '../../../shared/data/fred', name);
    skip(!existsSync(path), 'the publishers’ files are not beside the project (../shared/data)');
    const firsts = new Map<number, string>();
    for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
      const [date = '', value = '.'] = line.split(',');
      if (value === '.' || value === '') continue;
      const period =
        Math.floor((Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1) / months) * months;
      const day = daysFromCivil(Math.floor(period / 12), (period % 12) + 1, 1);
      if (id !== 'DGS10' || weekday(day) % 6 !== 0) firsts.set(period, `${dateText(day)},${value}`);
    }
    expect(
      await refused(`observation_date,${id}\n${[...firsts.values()].slice(1, 60).join('\n')}\n`),
    ).toMatch(/are too far apart/);
  });
});
