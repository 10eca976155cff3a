import path from 'node:path';
import { chromium } from '@playwright/test';
import { openChartPage } from '../chart-page/serve-page.ts';
const OUT = path.resolve(import.meta.dirname, '../../.build/chart-page');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-quic'] });
const context = await browser.newContext({ viewport: { width: 1100, height: 500 } });
const page = await openChartPage(context, OUT);
page.on('console', (m) => console.log(m.text()));
await page.evaluate(() => (window as any).chartPage.time('ours', 5, 5000));
console.log(await page.evaluate(async () => {
  const log: string[] = [];
  const t0 = performance.now();
  new MutationObserver((all) => { for (const m of all) { const el = m.target as Element; if (m.attributeName === 'd' && el.getAttribute('data-series') === 'made.0') log.push(`${(performance.now() - t0).toFixed(0)} d ${el.getAttribute('d')!.length}`); if (m.attributeName === 'transform') log.push(`${(performance.now() - t0).toFixed(0)} t ${el.getAttribute('transform')}`); } }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['d', 'transform'] });
  const r = await (window as any).chartPage.time('ours', 5, 25000);
  return JSON.stringify(r) + '\n' + log.join('\n');
}));
await browser.close();
