import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from '../../../service/compose.ts';
import { openKeys } from '../../../service/keys/index.ts';

const CREDENTIAL = 'of-this-test-alone-0123456789abcdef';

/** A service on sample data, small pages so that paging is met, with a key of another tool. Close it after the tests. */
export async function serviceWithKey(pageSize: number) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-take-away-'));
  const keys = openKeys(dataDir, { now: () => new Date() });
  const { key } = keys.create('snippets');
  keys.close();
  const service = await startService({
    dataDir,
    port: 0,
    pageSize,
    sample: true,
    internalCredential: CREDENTIAL,
    now: () => new Date(),
    log: () => undefined,
  });
  return {
    key,
    /** As the app itself asks: without limits. */
    headers: { authorization: `Bearer ${CREDENTIAL}` },
    baseUrl: `http://127.0.0.1:${service.port}`,
    async close() {
      await service.close(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
