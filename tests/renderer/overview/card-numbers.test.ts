import { describe, expect, onTestFinished, test } from 'vitest';
import { cardNumbers } from '../../../renderer/overview/cards.tsx';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { showNumbersAs } from '../../../service/series-math/decimal-text.ts';

const OPENINGS = 'jolts.job_openings_level_sa';

describe('the numbers of a card', () => {
  test('have the exact change from the period before, and none where it is missing', () => {
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

  test('are written plainly, so that they get the style of a person once', () => {
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
