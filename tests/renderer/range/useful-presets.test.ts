import { describe, expect, it } from 'vitest';
import { tooShort, usefulPresets } from '../../../renderer/range/too-short.ts';
import { PRESETS } from '../../../service/view/types.ts';

const held = { from: '1967-01-07', to: '2026-10-31' };

describe('presets that show less than two periods', () => {
  it('do not exist for daily and weekly series', () => {
    expect(usefulPresets(held, 'd')).toEqual(PRESETS);
    expect(usefulPresets(held, 'w')).toEqual(PRESETS);
    expect(usefulPresets(held, undefined)).toEqual(PRESETS);
  });

  it('are shorter than two periods of the highest frequency, and a text says so', () => {
    expect(usefulPresets(held, 'm')).toEqual(PRESETS.slice(1));
    expect(usefulPresets(held, 'q')).toEqual(['6M', 'YTD', '1Y', '5Y', '10Y', 'Max']);
    expect(usefulPresets(held, 'a')).toEqual(['5Y', '10Y', 'Max']);
    expect(tooShort('1M', held, 'm')).toBe(
      'Too short: what is shown is monthly, and two periods do not fit in',
    );
  });

  it('are the same at every end of a month, and include the year to date early in a year', () => {
    for (let month = 1; month <= 12; month++) {
      const to = `2025-${String(month).padStart(2, '0')}-28`;
      expect(tooShort('3M', { ...held, to }, 'm')).toBeUndefined();
      expect(tooShort('6M', { ...held, to }, 'q')).toBeUndefined();
      expect(tooShort('1M', { ...held, to }, 'm')).toBeDefined();
    }
    expect(tooShort('YTD', { ...held, to: '2026-02-01' }, 'm')).toBeDefined();
    expect(tooShort('YTD', { ...held, to: '2026-04-01' }, 'm')).toBeUndefined();
  });
});
