import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SavedItems } from '../../service/contract/saved.ts';
import { startBrowserMode } from '../support/browser-mode.ts';
import { smallDisk } from '../support/small-disk.ts';
import { signIn } from '../support/signed-in.ts';

const view = (name: string, revision: number) => ({
  ...{ kind: 'view', id: 'tenyears01', name, note: '', folder: 'Rates', revision, is_deleted: false },
  content: { address: '/yields', frozen: null },
});

/** Starts browser mode on a data folder, until `use` has ended. */
async function running<T>(
  dataDir: string,
  use: (page: Awaited<ReturnType<typeof signIn>>, origin: string) => Promise<T>,
): Promise<T> {
  const host = await startBrowserMode(['--data-dir', dataDir, '--port', '0', '--no-sample']);
  onTestFinished(async () => void (await host.stop()));
  const found = await use(await signIn(host), host.origin);
  await host.stop();
  return found;
}
const savedThere = async (page: Awaited<ReturnType<typeof signIn>>): Promise<unknown> =>
  ((await (await page.ask('/host/saved')).json()) as SavedItems).items;

test('what is saved is there on another port; where the folder can only be read, it is shown, and saving says why not', {
  tags: 'soak',
}, async ({ skip }) => {
  const disk = smallDisk(32);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const dataDir = join(disk.path, 'data');
  const ten = expect.objectContaining({ name: 'Ten years', folder: 'Rates', revision: 1 });
  const first = await running(dataDir, async (page, origin) => {
    expect((await page.ask('/host/save-item', view('Ten years', 0))).status).toBe(200);
    return origin;
  });
  await running(dataDir, async (page, origin) => {
    expect(origin).not.toBe(first);
    expect(await savedThere(page)).toEqual([ten]);
  });
  disk.readOnly();
  await running(dataDir, async (page) => {
    const answer = await page.ask('/host/save-item', view('Other', 1));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).toMatch(/may not be written: it is on a disk that can only be read/);
    expect(await savedThere(page)).toEqual([ten]);
  });
});
