import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startService } from '../../service/compose.ts';
import { temporaryFolder } from './folder.ts';

test('a service ends at once although a browser holds connections that it has not used yet', async () => {
  const service = await startService({
    ...{ dataDir: temporaryFolder(), port: 0, pageSize: 5000, sample: false, now: () => new Date() },
    log: () => undefined,
  });
  const unused = connect(service.port, '127.0.0.1');
  await once(unused, 'connect');
  // The server has it, too, once it answers another one.
  await (await fetch(`${service.url}/healthz`)).text();
  const gone = once(unused, 'close');
  const begun = performance.now();
  await service.close();
  await gone;
  expect(performance.now() - begun).toBeLessThan(3_000);
});
