import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { DesktopBridge, DesktopCommand } from '../../../service/contract/desktop.ts';
import type { Upload } from '../../../service/contract/host.ts';
import { openPage } from '../open-page.tsx';

const CSV = 'dataset,series,date,value\nus_debt,total_public_debt_outstanding,2025-03-07,36214310000000.55\n';

/** A desktop window. @returns a function that sends a command, as its menus do */
function desktopWindow(): (command: DesktopCommand) => void {
  let asked = Promise.withResolvers<DesktopCommand | null>();
  const bridge: DesktopBridge = {
    nextCommand: () => {
      asked = Promise.withResolvers();
      return asked.promise;
    },
    ...{ offer: async () => null, setTheme: async () => null, chooseFile: async () => null },
    ...{
      revealDownload: async () => false,
      windowAction: async () => null,
      openDataFolder: async () => true,
    },
  };
  Object.assign(window, { almanac: bridge });
  onTestFinished(() => void Reflect.deleteProperty(window, 'almanac'));
  return (command) => asked.resolve(command);
}

const upload = async (name: string): Promise<Upload> =>
  (await fetch(`/host/upload?name=${name}`, { method: 'POST', body: new Blob([CSV]) })).json();

test('a file that was chosen in the system’s dialog, and uploaded by the window, has its preview; a second one meanwhile is not kept', async () => {
  const send = desktopWindow();
  let isHeld = true;
  const page = await openPage('/settings', {
    instead: async ({ url }) => {
      while (isHeld && url.includes('/host/preview')) await new Promise((resolve) => setTimeout(resolve, 20));
      return undefined;
    },
  });
  await screen.findByRole('heading', { name: 'Settings' });
  send({ t: 'file', upload: await upload('my-numbers.csv') });
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/data'));
  await waitFor(() => expect(page.asked).toContain('POST /host/preview'));
  send({ t: 'file', upload: await upload('second.csv') });
  await screen.findByText('second.csv was not taken, because another file is in progress.');
  await waitFor(() => expect(page.asked).toContain('POST /host/discard'));
  isHeld = false;
  expect((await screen.findByRole('region', { name: 'Preview' })).textContent).toContain('my-numbers.csv');
});
