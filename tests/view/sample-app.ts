import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeApp } from '../../service/compose-app.ts';
import { CREDENTIAL, clock } from '../api/folder.ts';

/** The composed app on sample data, for a whole file of tests, with one key. Close it after them. */
export async function sampleApp(pageSize = 5000) {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-view-'));
  const time = clock();
  const composed = await composeApp({
    dataDir,
    port: 80,
    pageSize,
    sample: true,
    internalCredential: CREDENTIAL,
    now: time.now,
    log: () => undefined,
  });
  const { key } = await composed.keys.create('test');
  const ask = async (url: string, headers: Record<string, string>) => {
    const answer = await composed.app.inject({ url, headers: { host: 'localhost:80', ...headers } });
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
  };
  return {
    dataDir,
    time,
    /** As the app's own page asks: without limits. */
    get: (url: string) => ask(url, { authorization: `Bearer ${CREDENTIAL}` }),
    /** As a program asks. */
    getWithKey: (url: string) => ask(url, { 'x-api-key': key }),
    async close() {
      await composed.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
