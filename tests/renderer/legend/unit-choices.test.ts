import { expect, it } from 'vitest';
import { unitsOfKey } from '../../../renderer/legend/frequency-choices.ts';

it('gives each digit the units in FRED’s order, and 0 the index', () => {
  expect([...'1234567890'].map(unitsOfKey)).toEqual([
    'lin',
    'chg',
    'ch1',
    'pch',
    'pc1',
    'pca',
    'cch',
    'cca',
    'log',
    'nbd',
  ]);
  expect(unitsOfKey('a')).toBeUndefined();
  expect(unitsOfKey('10')).toBeUndefined();
});
