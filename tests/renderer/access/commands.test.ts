import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlLine, environmentLine } from '../../../renderer/access/client-programs.ts';
import { usualShell } from '../../../service/contract/shell.ts';

const URL_HERE = 'http://127.0.0.1:4780/yields/series=US10Y?limit=5&offset=0';

test('the commands of both kinds of shell', () => {
  expect(curlLine(URL_HERE, 'sh')).toBe(`curl -H "X-API-Key: $ALMANAC_API_KEY" '${URL_HERE}'`);
  expect(curlLine(URL_HERE, 'sh', null)).toBe(`curl '${URL_HERE}'`);
  expect(curlLine(URL_HERE, 'powershell')).toBe(
    `curl.exe -H "X-API-Key: $env:ALMANAC_API_KEY" '${URL_HERE}'`,
  );
  expect(environmentLine('alm_x', 'sh')).toBe("export ALMANAC_API_KEY='alm_x'");
  expect(environmentLine('alm_x', 'powershell')).toBe("$env:ALMANAC_API_KEY = 'alm_x'");
});

test.each([
  ['Win32', 'powershell'],
  ['MacIntel', 'sh'],
  ['Linux x86_64', 'sh'],
])('on %s', (platform, shell) => {
  expect(usualShell(platform)).toBe(shell);
});

describe('a real shell', () => {
  test('gives curl address and header unchanged, whatever characters they have', ({ skip }) => {
    skip(process.platform === 'win32', 'there is no POSIX shell');
    const text = fc.string({ unit: fc.constantFrom(...'aZ09&?=,%\'"$`\\;|<>(){}*# ~!é') });
    fc.assert(
      fc.property(text, text, (query, key) => {
        const url = `${URL_HERE}&x=${query}`;
        // A function in place of the program prints what it gets, each argument ended by a NUL.
        const script = `curl() { printf '%s\\0' "$@"; }\n${environmentLine(key, 'sh')}\n${curlLine(url, 'sh')}\n`;
        const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
        expect(printed).toBe(`-H\0X-API-Key: ${key}\0${url}\0`);
      }),
      { numRuns: 40 },
    );
  });
});
