import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from './fixtures.ts';
import { isOpen } from './running-app.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('npm run dev serves the page from its sources, with data @browser-only @soak', async ({ browser }, {
  outputDir,
}) => {
  test.setTimeout(180_000);
  const args = ['dev', '--data-dir', outputDir, '--service-port', '0'];
  const dev = spawn(process.execPath, [path.join(ROOT, 'electron/launch/launch.mjs'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
  });
  try {
    const page = await browser.newPage();
    for await (const line of createInterface({ input: dev.stdout })) {
      const [address] = /http:\/\/\S+#t=\S+/.exec(line) ?? [];
      if (address === undefined) continue;
      await page.goto(address);
      break;
    }
    await isOpen(page);
    await page.goto(new URL('/explore?series=yields.US10Y', page.url()).href);
    await expect(page.locator('path[data-series]')).toBeVisible({ timeout: 60_000 });
  } finally {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
});
