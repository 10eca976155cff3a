import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandOf, moveCommands } from '../../../renderer/settings/setting-values.ts';

/** @returns the words that a shell makes of a command, without `npm run -s almanac --`. */
function wordsOf(command: string): string[] {
  const npm = 'npm() { shift 4; printf "%s\\0" "$@"; }';
  return execFileSync('sh', ['-c', `${npm}\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

test.each([
  'dark',
  4780,
  "Pat O'Brien, 1 Main St",
  '$(reboot)',
  'a&b;c|d>e',
  '--help',
  '',
  [],
  'two\nlines',
  'ünï \\ "code" `id` !x *',
])('the command that sets %j gives a shell that very text', (value) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const words = wordsOf(commandOf({ name: 'contact' }, value, 'sh'));
  expect(words.slice(0, 2)).toEqual(['settings', 'set']);
  expect(words.filter((word) => word !== '--').slice(2)).toEqual(['contact', text]);
});

test('PowerShell has its own quotation marks', () => {
  expect(commandOf({ name: 'contact' }, "O'Brien", 'powershell')).toMatch(/settings set contact 'O''Brien'$/);
});

test('the commands that move a folder name it whole', () => {
  const [stop, move, open] = moveCommands("/home/ada/it's $HOME", 'sh').split('\n') as [
    string,
    string,
    string,
  ];
  expect(wordsOf(stop)).toEqual(['stop', '--data-dir', "/home/ada/it's $HOME"]);
  expect(wordsOf(move.replace(/^mv/, 'npm 1 2 3 4'))).toEqual(["/home/ada/it's $HOME", 'NEW']);
  expect(wordsOf(open)).toEqual(['open', '--data-dir', 'NEW']);
});
