import { expect, test } from 'vitest';
import { USAGE } from '../../electron/browser/arguments.ts';
import { judgeStartWords, PAGE_WORDS, WINDOW_WORDS, wantsHelp } from '../../electron/launch/start-words.mjs';

test('every option of npm start is known, and no other', () => {
  const told = new Set([...USAGE.matchAll(/--([a-z]+(?:-[a-z]+)*)/g)].map(([, name]) => name));
  told.delete('help');
  expect([...Object.keys(WINDOW_WORDS), ...Object.keys(PAGE_WORDS)].sort()).toEqual([...told].sort());
});

test('an unknown option is named before a window opens the wrong folder', () => {
  expect(judgeStartWords(['--data-dri', 'here']).wrong).toContain('‘--data-dri’');
  expect(judgeStartWords(['--no-sample', 'here']).wrong).toContain('‘here’');
  expect(judgeStartWords(['--data-dir', 'here', '--sevice-port=1']).wrong).toContain('‘--sevice-port’');
});

test('options of a window pass; options of a page are reported as idle', () => {
  const fine = ['--data-dir', 'here', '--service-port=4999', '--no-sample', 'almanac://view?range=1Y'];
  expect(judgeStartWords(fine)).toEqual({ wrong: undefined, idle: [] });
  expect(judgeStartWords(['--port', '80', '--stay'])).toEqual({
    wrong: undefined,
    idle: ['--port', '--stay'],
  });
});

test('help is recognised anywhere among the options', () => {
  expect(wantsHelp(['--no-open', '-h'])).toBe(true);
  expect(wantsHelp(['--data-dir', 'here'])).toBe(false);
});
