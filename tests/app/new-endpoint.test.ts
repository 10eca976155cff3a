import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Two endpoints are added to a copy of the tree as `electron/README.md` says: one line in the table, and a handler. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(tmpdir(), 'almanac-new-endpoint-'));
const at = (...parts: string[]) => path.join(copy, ...parts);

const LINES = `
  'moon-phase': {
    method: 'GET',
    query: Type.Object({ day: Type.String({ pattern: '^\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d$', description: 'YYYY-MM-DD' }) }),
    output: Type.Object({ phase: Type.String() }),
  },
  'moon-age': { method: 'POST', body: Type.Object({ day: Type.String() }), output: Type.Object({ days: Type.Integer() }), service: 'answers' },
`;
const HANDLER = `    'moon-phase': ({ query: { day } }) => ({ phase: \`full on \${day}\` }),\n`;
const ASK = `
import { createGateway } from './electron/gateway/index.ts';
import { SERVICE_CALLS } from './service/contract/control.ts';
const calls = [];
const status = () => ({ state: 'ready', port: 1, message: null, problem: null, requests: 0 });
const gateway = createGateway({
  mode: 'browser', version: '0', files: new Map(), credential: 'c', fetch, exports: {}, jobs: {}, uploads: {}, vault: {},
  supervisor: { start() {}, status, waitForStart: async () => status(), call: async (...given) => (calls.push(given), { days: 4 }) },
});
const ask = async (path, body) => {
  const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const answer = await gateway(new Request('http://app/host/' + path, init));
  return [answer.status, await answer.json()];
};
console.log(JSON.stringify({
  right: await ask('moon-phase?day=2026-11-22'),
  wrong: await ask('moon-phase?day=today'),
  passedOn: await ask('moon-age', { day: '2026-11-22' }),
  misshapen: await ask('moon-age', {}),
  calls,
  isCall: 'moon-age' in SERVICE_CALLS && !('moon-phase' in SERVICE_CALLS),
}));
`;

function insertAfter(file: string, line: string, added: string): void {
  const text = readFileSync(at(file), 'utf8');
  expect(text).toContain(line);
  writeFileSync(
    at(file),
    text.replace(line, () => line + added),
  );
}

beforeAll(() => {
  for (const name of ['electron', 'service', 'package.json'])
    cpSync(path.join(ROOT, name), at(name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
  insertAfter('service/contract/endpoints.ts', 'export const ENDPOINTS = {', LINES);
  insertAfter('electron/gateway/host-actions.ts', '    state: () => hostState(options),\n', HANDLER);
  writeFileSync(at('ask.mjs'), ASK);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('an endpoint is one line and a handler: its route, its checks and its call are there', {
  timeout: 60_000,
}, () => {
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  const printed = execFileSync(process.execPath, ['ask.mjs'], { cwd: copy, env, encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({
    right: [200, { phase: 'full on 2026-11-22' }],
    wrong: [422, { detail: 'day must be YYYY-MM-DD' }],
    passedOn: [200, { days: 4 }],
    misshapen: [422, { detail: 'The body is not what this action takes' }],
    calls: [['moon-age', { day: '2026-11-22' }]],
    isCall: true,
  });
});
