import path from 'node:path';
import { openKeys } from '../../service/keys/index.ts';
import { clock, publish, startedService, temporaryFolder } from '../api/folder.ts';
import { pythonWithPandas, run } from '../renderer/programs/find-programs.ts';
import { CLAIMS, QUITS, YIELDS } from './fred-app.ts';

/** A service that listens, with keys, for programs that ask it. All is closed after the test. */
export async function runningService() {
  const dataDir = temporaryFolder();
  publish(dataDir, 'ui_weekly_claims', CLAIMS);
  publish(dataDir, 'jolts', QUITS);
  publish(dataDir, 'yields', YIELDS);
  const keys = openKeys(dataDir, { now: clock().now });
  const { key } = await keys.create('any');
  const { key: fredKey } = await keys.createForFred('FRED');
  await keys.close();
  const service = await startedService(dataDir, { pageSize: 5000 });
  return { url: service.url, key, fredKey };
}

/** @returns what a Python program prints, with the stand-ins of the clients; `undefined` where there is no Python with pandas. */
export async function runPython(
  text: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const python = await pythonWithPandas();
  if (python === undefined) return undefined;
  const clients = path.join(import.meta.dirname, 'clients');
  const env = {
    ...process.env,
    ...variables,
    PYTHONPATH: clients,
    PYTHONDONTWRITEBYTECODE: '1',
    NO_PROXY: '127.0.0.1',
  };
  const { stdout } = await run(python, ['-c', text], { env });
  return stdout;
}
