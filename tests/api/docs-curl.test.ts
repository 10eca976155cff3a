import { execFileSync } from 'node:child_process';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { SCRIPT } from '../../service/api/docs/script.ts';

/** @returns the command that `/docs` shows for a form with these values. */
function shownCurl(values: Readonly<Record<string, string>>): string {
  const field = { value: '' };
  const elements = Object.entries(values).map(([name, value]) => ({ name, value, dataset: { in: 'query' } }));
  const form = {
    dataset: { path: '/api/v1/view', key: '' },
    elements,
    querySelector: () => field,
    addEventListener: () => undefined,
  };
  vm.runInNewContext(SCRIPT, {
    document: {
      body: { dataset: { server: 'http://127.0.0.1:4780' } },
      getElementById: () => ({ value: '' }),
      forms: [form],
      querySelectorAll: () => [],
    },
    location: { port: '4780', hash: '' },
    URL,
    HTMLDetailsElement: class {},
    addEventListener: () => undefined,
  });
  return field.value;
}

test('the command of /docs gives a shell the address that the form sends, whatever is typed', () => {
  const values = { series: 'jolts.quits_rate_sa,us_debt.x', note: `it's $HOME & \`id\` !! "a" *|;#()\\` };
  const program = 'curl() { printf \'%s\\0\' "$@"; }; export ALMANAC_API_KEY=alm_x';
  const said = execFileSync('bash', ['-c', `${program}\n${shownCurl(values)}`], { encoding: 'utf8' });
  const [option, header, address = '', ...more] = said.split('\0').slice(0, -1);
  expect([option, header, more]).toEqual(['-H', 'X-API-Key: alm_x', []]);
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual(values);
  // An interactive shell reads an exclamation mark in double quotes.
  expect(shownCurl(values)).toMatch(/ 'http:[^']*'$/);
});
