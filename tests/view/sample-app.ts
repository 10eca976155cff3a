import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeApp } from '../../service/compose-app.ts';
import { CREDENTIAL, clock } from '../api/folder.ts';

/** Starts the composed app with sample data and one key, for a whole test file, which must close it. */
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
    /** Sends a request like the app's own page, without limits. */
    get: (url: string) => ask(url, { authorization: `Bearer ${CREDENTIAL}` }),
    /** Sends a request like another program. */
    getWithKey: (url: string) => ask(url, { 'x-api-key': key }),
    async close() {
      await composed.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
