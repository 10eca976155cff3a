import type { Page } from '@playwright/test';

type Place = { x: number; y: number };

/** A finger on the page, which has no mouse while a test uses it: the pages of the tests are made without touch. */
export async function withFinger(
  page: Page,
  use: (finger: {
    tap: (at: Place) => Promise<void>;
    slide: (from: Place, to: Place) => Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await use({
      async tap(at) {
        await touch('touchStart', at);
        await touch('touchEnd');
      },
      async slide(from, to) {
        await touch('touchStart', from);
        for (let i = 1; i <= 10; i++)
          await touch('touchMove', {
            x: from.x + ((to.x - from.x) * i) / 10,
            y: from.y + ((to.y - from.y) * i) / 10,
          });
        // At rest, so that the page does not scroll on.
        await page.waitForTimeout(150);
        await touch('touchMove', to);
        await touch('touchEnd');
      },
    });
  } finally {
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await client.detach();
  }
}
