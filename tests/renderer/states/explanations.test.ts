import { expect, test } from 'vitest';
import { explainArea } from '../../../renderer/states/explain-area.ts';
import { readExplained } from '../../../renderer/states/map-state.ts';
import type { MeasureId } from '../../../service/series-math/areas/measures.ts';
import { nodeLines } from '../explain/node-lines.ts';
import { fewWeeks, WEEKS } from './few-weeks.ts';

const NEWEST = WEEKS - 1;

const explain = (
  word: string,
  row = NEWEST,
  series: 'initial' | 'continued' = 'initial',
  usual: MeasureId = 'persons',
) => {
  const explained = readExplained(word);
  if (!explained) throw new Error(`${word} is no number`);
  const measured = { ...explained, measure: explained.measure ?? usual };
  return nodeLines(explainArea({ data: fewWeeks(series), series, row }, measured), 4);
};
test('each number of an area is explained down to what was published', () => {
  expect([explain('NV'), explain('NV.persons', 3, 'continued')]).toEqual([
    [
      'Initial claims, Nevada @ 2025-03-08 | Week ending 2025-03-08 | 3745 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    ],
    [
      'Continued claims, Nevada @ 2024-02-10 | Week ending 2024-02-10 | 20288 claims | As published | ui_state_weekly_claims.continued_claims.NV',
    ],
  ]);
  expect(explain('NV.thousand')).toEqual([
    'Initial claims per thousand covered, Nevada @ 2025-03-08 | Week ending 2025-03-08 | 0.86 per thousand covered | Claims by covered employment of the same report, times 1,000 | claims ÷ covered employment × 1,000 | 3,745 ÷ 4,360,000 × 1,000 = 0.86',
    '  Initial claims, Nevada @ 2025-03-08 | Week ending 2025-03-08 | 3745 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '  Covered employment, report of 2025-03-08 @ 2025-03-08 | Week ending 2025-03-08 | 4360000 persons | As published | ui_state_weekly_claims.covered_employment.NV',
  ]);
  expect(explain('NV.thousand', 10, 'continued')).toEqual([
    'Continued claims per thousand covered, Nevada @ 2024-03-30 | Week ending 2024-03-30 | 4.61 per thousand covered | Claims by covered employment of the same report, times 1,000 | claims ÷ covered employment × 1,000 | 20,079 ÷ 4,360,000 × 1,000 = 4.61',
    '  Continued claims, Nevada @ 2024-03-30 | Week ending 2024-03-30 | 20079 claims | As published | ui_state_weekly_claims.continued_claims.NV',
    '  Covered employment, report of 2024-04-06 @ 2024-04-06 | Week ending 2024-04-06 | 4360000 persons | As published | ui_state_weekly_claims.covered_employment.NV',
  ]);
  expect(explain('NV.week')).toEqual([
    'Initial claims, change on week, Nevada @ 2025-03-08 | Week ending 2025-03-08 | -28 claims | Change; the value before lies 1 week back | x(t) − x(t−n) | 3,745 − 3,773 = −28',
    '  The week @ 2025-03-08 | Week ending 2025-03-08 | 3745 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '  1 week before @ 2025-03-01 | Week ending 2025-03-01 | 3773 claims | As published | ui_state_weekly_claims.initial_claims.NV',
  ]);
  expect(explain('NV.weekpct')).toEqual([
    'Initial claims, change on week, Nevada @ 2025-03-08 | Week ending 2025-03-08 | -0.7 % | Change in percent; the value before lies 1 week back | (x(t) ÷ x(t−n) − 1) × 100 | (3,745 ÷ 3,773 − 1) × 100 = −0.7',
    '  The week @ 2025-03-08 | Week ending 2025-03-08 | 3745 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '  1 week before @ 2025-03-01 | Week ending 2025-03-01 | 3773 claims | As published | ui_state_weekly_claims.initial_claims.NV',
  ]);
  expect(explain('NV.year', 55)).toEqual([
    'Initial claims, change on year, Nevada @ 2025-02-08 | Week ending 2025-02-08 | -63 claims | Change; the value before lies 52 weeks back | x(t) − x(t−n) | 3,703 − 3,766 = −63',
    '  The week @ 2025-02-08 | Week ending 2025-02-08 | 3703 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '  52 weeks before @ 2024-02-10 | Week ending 2024-02-10 | 3766 claims | As published | ui_state_weekly_claims.initial_claims.NV',
  ]);
  expect(explain('NV.yearpct', 55)).toEqual([
    'Initial claims, change on year, Nevada @ 2025-02-08 | Week ending 2025-02-08 | -1.7 % | Change in percent; the value before lies 52 weeks back | (x(t) ÷ x(t−n) − 1) × 100 | (3,703 ÷ 3,766 − 1) × 100 = −1.7',
    '  The week @ 2025-02-08 | Week ending 2025-02-08 | 3703 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '  52 weeks before @ 2024-02-10 | Week ending 2024-02-10 | 3766 claims | As published | ui_state_weekly_claims.initial_claims.NV',
  ]);
  expect(explain('WY.year', 53)).toEqual([
    'Initial claims, change on year, Wyoming @ 2025-01-25 | Week ending 2025-01-25 | undefined claims | No value: one of the two weeks is missing | x(t) − x(t−n)',
    '  The week @ 2025-01-25 | Week ending 2025-01-25 | 5449 claims | As published | ui_state_weekly_claims.initial_claims.WY',
    '  52 weeks before @ 2024-01-27 | Week ending 2024-01-27 | undefined claims | As published | ui_state_weekly_claims.initial_claims.WY',
  ]);
  expect(explain('NV.rate', 50)).toEqual([
    'Insured unemployment rate, 13-week average, Nevada @ 2025-01-04 | Week ending 2025-01-04 | 1.36 % | As published: the average of 13 weeks, the trigger of Extended Benefits | ui_state_weekly_claims.insured_unemployment_rate.NV',
  ]);
  expect(explain('NV.unusual')).toEqual([
    'Initial claims among this week of this and earlier years, Nevada @ 2025-03-08 | Week ending 2025-03-08 | 1 of 2 | The rank among this week and, of each earlier year held, the week that ends nearest to the same date: 1 is the highest',
    '  The week @ 2025-03-08 | Week ending 2025-03-08 | 3745 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '   @ 2024-03-09 | Week ending 2024-03-09 | 3598 claims | As published | ui_state_weekly_claims.initial_claims.NV',
  ]);
});

test('a change of a level, and the sums of areas, are explained by what they are made of', () => {
  expect(explain('NV.persons.change')).toEqual([
    'Initial claims, change on week, Nevada @ 2025-03-08 | Week ending 2025-03-08 | -28 claims | Change; the value before lies 1 week back | x(t) − x(t−n) | 3,745 − 3,773 = −28',
    '  The week @ 2025-03-08 | Week ending 2025-03-08 | 3745 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '  1 week before @ 2025-03-01 | Week ending 2025-03-01 | 3773 claims | As published | ui_state_weekly_claims.initial_claims.NV',
  ]);
  expect(explain('NV.thousand.change')).toEqual([
    'Initial claims per thousand covered, Nevada, change on the week before @ 2025-03-08 | Week ending 2025-03-08 | -0.01 per thousand covered | Change on the week before | x(t) − x(t−1) | 0.86 − 0.87 = −0.01',
    '  The week @ 2025-03-08 | Week ending 2025-03-08 | 0.86 per thousand covered | Claims by covered employment of the same report, times 1,000 | claims ÷ covered employment × 1,000 | 3,745 ÷ 4,360,000 × 1,000 = 0.86',
    '    Initial claims, Nevada @ 2025-03-08 | Week ending 2025-03-08 | 3745 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '    Covered employment, report of 2025-03-08 @ 2025-03-08 | Week ending 2025-03-08 | 4360000 persons | As published | ui_state_weekly_claims.covered_employment.NV',
    '  1 week before @ 2025-03-01 | Week ending 2025-03-01 | 0.87 per thousand covered | Claims by covered employment of the same report, times 1,000 | claims ÷ covered employment × 1,000 | 3,773 ÷ 4,360,000 × 1,000 = 0.87',
    '    Initial claims, Nevada @ 2025-03-01 | Week ending 2025-03-01 | 3773 claims | As published | ui_state_weekly_claims.initial_claims.NV',
    '    Covered employment, report of 2025-03-01 @ 2025-03-01 | Week ending 2025-03-01 | 4360000 persons | As published | ui_state_weekly_claims.covered_employment.NV',
  ]);
  expect(explain('WY.thousand.change', 3)).toEqual([
    'Initial claims per thousand covered, Wyoming, change on the week before @ 2024-02-10 | Week ending 2024-02-10 | undefined per thousand covered | No value: one of the two weeks is missing | x(t) − x(t−1)',
    '  The week @ 2024-02-10 | Week ending 2024-02-10 | 1.54 per thousand covered | Claims by covered employment of the same report, times 1,000 | claims ÷ covered employment × 1,000 | 5,344 ÷ 3,460,000 × 1,000 = 1.54',
    '    Initial claims, Wyoming @ 2024-02-10 | Week ending 2024-02-10 | 5344 claims | As published | ui_state_weekly_claims.initial_claims.WY',
    '    Covered employment, report of 2024-02-10 @ 2024-02-10 | Week ending 2024-02-10 | 3460000 persons | As published | ui_state_weekly_claims.covered_employment.WY',
    '  1 week before @ 2024-02-03 | Week ending 2024-02-03 | undefined per thousand covered | Claims by covered employment of the same report, times 1,000 | claims ÷ covered employment × 1,000',
    '    Initial claims, Wyoming @ 2024-02-03 | Week ending 2024-02-03 | undefined claims | As published | ui_state_weekly_claims.initial_claims.WY',
    '    Covered employment, report of 2024-02-03 @ 2024-02-03 | Week ending 2024-02-03 | 3460000 persons | As published | ui_state_weekly_claims.covered_employment.WY',
  ]);
  expect(explain('US')).toEqual([
    'Sum of initial claims @ 2025-03-08 | Week ending 2025-03-08 | 268067 claims | Sum of 53 areas',
    '  53 parts',
    '  Alaska @ 2025-03-08 | Week ending 2025-03-08 | 1507 claims | As published | ui_state_weekly_claims.initial_claims.AK',
    '  Wyoming @ 2025-03-08 | Week ending 2025-03-08 | 5512 claims | As published | ui_state_weekly_claims.initial_claims.WY',
  ]);
  expect(explain('US', 1)).toEqual([
    'Sum of initial claims @ 2024-01-27 | Week ending 2024-01-27 | 262289 claims | Sum of 52 areas',
    '  52 parts',
    '  Alaska @ 2024-01-27 | Week ending 2024-01-27 | 1395 claims | As published | ui_state_weekly_claims.initial_claims.AK',
    '  West Virginia @ 2024-01-27 | Week ending 2024-01-27 | 2550 claims | As published | ui_state_weekly_claims.initial_claims.WV',
  ]);
  expect(explain('US.week')).toEqual([
    'Change of initial claims on the week before @ 2025-03-08 | Week ending 2025-03-08 | 427 claims | Sum of the changes of 53 areas, the largest last',
    '  53 parts',
    '  Kansas @ 2025-03-08 | Week ending 2025-03-08 | 0 claims | Change; the value before lies 1 week back | x(t) − x(t−n) | 7,951 − 7,951 = ±0',
    '    The week @ 2025-03-08 | Week ending 2025-03-08 | 7951 claims | As published | ui_state_weekly_claims.initial_claims.KS',
    '    1 week before @ 2025-03-01 | Week ending 2025-03-01 | 7951 claims | As published | ui_state_weekly_claims.initial_claims.KS',
    '  Rhode Island @ 2025-03-08 | Week ending 2025-03-08 | -259 claims | Change; the value before lies 1 week back | x(t) − x(t−n) | 3,837 − 4,096 = −259',
    '    The week @ 2025-03-08 | Week ending 2025-03-08 | 3837 claims | As published | ui_state_weekly_claims.initial_claims.RI',
    '    1 week before @ 2025-03-01 | Week ending 2025-03-01 | 4096 claims | As published | ui_state_weekly_claims.initial_claims.RI',
  ]);
  expect(explain('US.week.others')).toEqual([
    'Change of initial claims of the other areas on the week before @ 2025-03-08 | Week ending 2025-03-08 | 84 claims | Sum of the changes of 44 areas, the largest last',
    '  44 parts',
    '  Kansas @ 2025-03-08 | Week ending 2025-03-08 | 0 claims | Change; the value before lies 1 week back | x(t) − x(t−n) | 7,951 − 7,951 = ±0',
    '    The week @ 2025-03-08 | Week ending 2025-03-08 | 7951 claims | As published | ui_state_weekly_claims.initial_claims.KS',
    '    1 week before @ 2025-03-01 | Week ending 2025-03-01 | 7951 claims | As published | ui_state_weekly_claims.initial_claims.KS',
    '  Oklahoma @ 2025-03-08 | Week ending 2025-03-08 | -168 claims | Change; the value before lies 1 week back | x(t) − x(t−n) | 5,671 − 5,839 = −168',
    '    The week @ 2025-03-08 | Week ending 2025-03-08 | 5671 claims | As published | ui_state_weekly_claims.initial_claims.OK',
    '    1 week before @ 2025-03-01 | Week ending 2025-03-01 | 5839 claims | As published | ui_state_weekly_claims.initial_claims.OK',
  ]);
  expect(explain('US.year', NEWEST, 'initial')).toEqual([
    'Change of initial claims on the year before @ 2025-03-08 | Week ending 2025-03-08 | 399 claims | Sum of the changes of 53 areas, the largest last',
    '  53 parts',
    '  Nebraska @ 2025-03-08 | Week ending 2025-03-08 | 0 claims | Change; the value before lies 52 weeks back | x(t) − x(t−n) | 5,579 − 5,579 = ±0',
    '    The week @ 2025-03-08 | Week ending 2025-03-08 | 5579 claims | As published | ui_state_weekly_claims.initial_claims.NE',
    '    52 weeks before @ 2024-03-09 | Week ending 2024-03-09 | 5579 claims | As published | ui_state_weekly_claims.initial_claims.NE',
    '  Colorado @ 2025-03-08 | Week ending 2025-03-08 | 266 claims | Change; the value before lies 52 weeks back | x(t) − x(t−n) | 2,803 − 2,537 = +266',
    '    The week @ 2025-03-08 | Week ending 2025-03-08 | 2803 claims | As published | ui_state_weekly_claims.initial_claims.CO',
    '    52 weeks before @ 2024-03-09 | Week ending 2024-03-09 | 2537 claims | As published | ui_state_weekly_claims.initial_claims.CO',
  ]);
});
