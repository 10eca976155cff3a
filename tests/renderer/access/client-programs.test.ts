import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ASSISTANTS,
  curlLine,
  environmentLine,
  FRED_CLIENTS,
  toolCount,
} from '../../../renderer/access/client-programs.ts';
import { firstTest } from '../../../renderer/access/try-request.ts';
import { usualShell } from '../../../service/contract/shell.ts';
import { runningService, runPython } from '../../fred/fred-app.ts';
import { has } from '../programs/find-programs.ts';

const URL_HERE = 'http://127.0.0.1:4780/yields/series=US10Y?limit=5&offset=0';

test('the commands are written for both kinds of shell', () => {
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
])('a page on %s gets commands for its usual shell', (platform, shell) => {
  expect(usualShell(platform)).toBe(shell);
});

test('a real shell passes address and header to curl unchanged, whatever characters they have', ({
  skip,
}) => {
  skip(process.platform === 'win32', 'there is no POSIX shell');
  const text = fc.string({ unit: fc.constantFrom(...'aZ09&?=,%\'"$`\\;|<>(){}*# ~!é') });
  fc.assert(
    fc.property(text, text, (query, key) => {
      const url = `${URL_HERE}&x=${query}`;
      // A shell function stands in for curl: it prints its arguments, each ended by a NUL.
      const script = `curl() { printf '%s\\0' "$@"; }\n${environmentLine(key, 'sh')}\n${curlLine(url, 'sh')}\n`;
      const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
      expect(printed).toBe(`-H\0X-API-Key: ${key}\0${url}\0`);
    }),
    { numRuns: 40 },
  );
});

const COMMAND = ['/opt/a node', 'C:\\almanac\\launch.mjs', 'almanac', 'mcp', '--data-dir', '/data "here"'];

describe('configurations of assistants', () => {
  const texts = ASSISTANTS.flatMap(({ name, http, command }) =>
    [http?.('http://127.0.0.1:4780/mcp'), command?.(COMMAND)].flatMap((text) =>
      text === undefined ? [] : [[name, text] as const],
    ),
  );

  test.each(texts.filter(([name]) => name !== 'Codex'))('%s gets JSON without a key', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).not.toContain('alm_');
  });

  test.each(texts.filter(([name]) => name === 'Codex'))(
    '%s gets lines of TOML, of which only the grammar is checked',
    (_, text) => {
      const [table, ...lines] = text.split('\n');
      expect(table).toBe('[mcp_servers.almanac]');
      for (const line of lines)
        expect(line).toMatch(/^\w+ = ("[^"]*"|\[("([^"\\]|\\.)*"(, )?)+\]|\{ "[^"]+" = "\w+" \})$/);
    },
  );

  test('each configuration starts exactly the command that it is given', () => {
    for (const { name, command } of ASSISTANTS) {
      const words = JSON.stringify(COMMAND.slice(1)).slice(1, -1).replaceAll(',', ', ');
      expect(command?.(COMMAND), name).toContain(`[${words}]`);
      expect(command?.(COMMAND), name).toContain(JSON.stringify(COMMAND[0]));
    }
  });
});

test('the tools in an answer are counted, as JSON and as an event; any other text has no count', () => {
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [{}, {}] } });
  expect(toolCount(answer)).toBe(2);
  expect(toolCount(`event: message\ndata: ${answer}\n\n`)).toBe(2);
  for (const other of ['', '{}', 'null', '{"detail":"Not Found"}', 'data: {', '{"result":{"tools":3}}'])
    expect(toolCount(other === 'null' ? '{"result":null}' : other)).toBeUndefined();
});

const programOf = (id: string, url: string) => {
  const client = FRED_CLIENTS.find((one) => one.id === id);
  if (!client) throw new Error(`There is no client ${id}.`);
  return client.program(url, 'sh').replace('"CCSA"', '"DGS10"').replace('ICSA,CCSA', 'ICSA,DGS10');
};

test('the request of each card is answered, and no program contains a key', async () => {
  const { url, key } = await runningService();
  for (const { name, path, program } of FRED_CLIENTS) {
    // The service of this test has no continued claims.
    const answer = await fetch(url + path.replace(',CCSA', ''), { headers: { 'X-API-Key': key } });
    expect([name, answer.status]).toEqual([name, 200]);
    expect(await answer.text()).toContain('217000');
    for (const shell of ['sh', 'powershell'] as const)
      expect(program(url, shell)).not.toMatch(/alm_|[0-9a-f]{32}/);
  }
});

test('a key for FRED’s clients is tried with a FRED request, and leaves the variable of the ordinary key alone', async ({
  skip,
}) => {
  skip(process.platform === 'win32' || !(await has('curl')), 'there is no shell with curl on this machine');
  const { url, key, fredKey } = await runningService();
  const { variable, path } = firstTest({ is_for_fred: true });
  const script = `${environmentLine(fredKey, 'sh', variable)}\n${curlLine(url + path, 'sh', variable)}\necho "$ALMANAC_API_KEY"`;
  const env = { ...process.env, ALMANAC_API_KEY: key };
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
  expect(stdout).toMatch(/"217000".*\}\s*alm_/s);
  const ordinary = await fetch(url + firstTest({ is_for_fred: false }).path, {
    headers: { 'X-API-Key': fredKey },
  });
  expect(ordinary.status).toBe(401);
});

test.for(['fredapi', 'datareader'])('the program of %s runs', async (id, { skip }) => {
  const { url, key } = await runningService();
  const printed = await runPython(programOf(id, url), { ALMANAC_API_KEY: key });
  skip(printed === undefined, 'there is no Python with pandas on this machine');
  expect(printed).toMatch(/2025-01-11 +217000/);
});

test('the program of scripts sets the base address and downloads a table', async () => {
  const { url, key } = await runningService();
  // Runs only the first line of the program, which sets the address; the test sends the request itself.
  const script = `${programOf('scripts', url).split('\n')[0]}\necho "$FRED_BASE_URL"`;
  const base = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
  const answer = await fetch(`${base}/series?series_id=ICSA&file_type=json&api_key=${key}`);
  expect((await answer.json()).seriess[0].id).toBe('ICSA');
});

test('the program of FredData.jl passes key and address in the order that Fred takes them', () => {
  // The call is Fred(key, url), and paths are appended directly to the address.
  expect(programOf('freddata', 'http://127.0.0.1:4780')).toContain(
    'Fred(ENV["ALMANAC_FRED_KEY"], "http://127.0.0.1:4780/fred/")',
  );
});
