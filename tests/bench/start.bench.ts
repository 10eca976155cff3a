import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable, residentMb, rounds } from './measure.ts';
import { startServiceProcess } from './service-process.ts';

/** Process start → listening, against an empty Node process; and the service's memory at rest. */

const ROUNDS = 15;
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-start-'));
await (await startServiceProcess(dataDir)).stop();
let idle = Number.NaN;
const found = await rounds(ROUNDS, {
  node: () => {
    const started = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - started;
  },
  service: async () => {
    const started = performance.now();
    const service = await startServiceProcess(dataDir);
    const ms = performance.now() - started;
    idle = residentMb(service.pid);
    await service.stop();
    return ms;
  },
});
rmSync(dataDir, { recursive: true });
printTable([
  {
    name: 'service start → listening',
    ours: `${found.service.toFixed(0)} ms`,
    against: `${found.node.toFixed(0)} ms node -e 0`,
    ratio: (found.service / found.node).toFixed(1),
    goal: '≤ 5',
  },
  { name: 'memory, empty and idle', ours: `${idle.toFixed(0)} MB`, against: '', ratio: '', goal: '≤ 85 MB' },
]);
