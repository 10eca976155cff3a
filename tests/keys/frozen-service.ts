import { startService } from '../../service/compose.ts';
import { clock } from '../api/folder.ts';

/** A real service in its own process, with a stopped clock, so that no minute ends during a test. */

const [dataDir = '', at] = process.argv.slice(2);
const { port } = await startService({
  dataDir,
  port: 0,
  pageSize: 5000,
  sample: false,
  now: clock(at).now,
  log: () => undefined,
});
process.send?.(port);
