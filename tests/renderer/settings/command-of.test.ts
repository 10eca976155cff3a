import { expect, test } from 'vitest';
import { commandOf } from '../../../renderer/settings/command-of.ts';

test.each([
  ['dark', 'dark'],
  [4780, '4780'],
  ["Pat O'Brien, 1 Main St", `'Pat O'\\''Brien, 1 Main St'`],
  ['$(reboot)', `'$(reboot)'`],
  ['', `''`],
  [[], `'[]'`],
])('the command that sets %j gives a shell that very text', (value, written) => {
  expect(commandOf({ name: 'contact' }, value)).toBe(`almanac settings set contact ${written}`);
});
