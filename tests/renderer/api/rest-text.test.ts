import { expect, it } from 'vitest';
import { restText } from '../../../renderer/api/observations.ts';

it('says why some lines are not complete, and nothing where all of them are', () => {
  const days = new Int32Array(2500);
  expect(restText([{ days }, { days }])).toBeUndefined();
  expect(restText([{ days }, { days, rest: 'coming' }])).toBe('still loading, 5,000 observations so far');
  expect(restText([{ days, rest: 'stopped' }])).toBe('not all is loaded, 2,500 observations only');
});
