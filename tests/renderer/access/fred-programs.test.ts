import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { curlLine, environmentLine, FRED_CLIENTS } from '../../../renderer/access/client-programs.ts';
import { firstTest } from '../../../renderer/access/try-request.ts';
import { runningService, runPython } from '../../fred/running.ts';
import { has } from '../programs/find-programs.ts';

const programOf = (id: string, url: string) => {
  const client = FRED_CLIENTS.find((one) => one.id === id);
  if (!client) throw new Error(`There is no client ${id}.`);
  return client.program(url, 'sh').replace('"CCSA"', '"DGS10"').replace('ICSA,CCSA', 'ICSA,DGS10');
};

test('what each card runs is answered, and no program holds a key', async () => {
  const { url, key } = await runningService();
  for (const { name, path, program } of FRED_CLIENTS) {
    // The test has no continued claims.
    const answer = await fetch(url + path.replace(',CCSA', ''), { headers: { 'X-API-Key': key } });
    expect([name, answer.status]).toEqual([name, 200]);
    expect(await answer.text()).toContain('217000');
    for (const shell of ['sh', 'powershell'] as const)
      expect(program(url, shell)).not.toMatch(/alm_|[0-9a-f]{32}/);
  }
});

test('a key for FRED’s clients is tried with a request that it is good for, and leaves an ordinary key where it is', async ({
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
  // Without curl the program's second line still says what is asked.
  const script = `${programOf('scripts', url).split('\n')[0]}\necho "$FRED_BASE_URL"`;
  const base = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
  const answer = await fetch(`${base}/series?series_id=ICSA&file_type=json&api_key=${key}`);
  expect((await answer.json()).seriess[0].id).toBe('ICSA');
});

test('the program of FredData.jl gives it key and address in the order that it takes them', () => {
  // Fred(key, url), and the paths are put right behind the address.
  expect(programOf('freddata', 'http://127.0.0.1:4780')).toContain(
    'Fred(ENV["ALMANAC_FRED_KEY"], "http://127.0.0.1:4780/fred/")',
  );
});
