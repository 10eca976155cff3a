import { chromium, type Page } from '@playwright/test';
import { startInBrowser } from '../e2e/app-driver.ts';
import { findChromium } from '../e2e/find-chromium.ts';

/**
 * Runs `timeOf` several times in a signed-in page at 1440 × 900 of a new app with the sample.
 * @param fill writes into the data folder first @returns the result of each run
 */
export async function timingsInPage<Timing>(
  rounds: number,
  timeOf: (page: Page) => Promise<Timing>,
  fill?: (dataDir: string) => void,
): Promise<Timing[]> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : ['--disable-quic'],
  });
  const app = await startInBrowser();
  try {
    fill?.(app.dataDir);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await app.openPage(context);
    const timings: Timing[] = [];
    for (let round = 0; round < rounds; round++) timings.push(await timeOf(page));
    return timings;
  } finally {
    await browser.close();
    await app.stop();
  }
}
