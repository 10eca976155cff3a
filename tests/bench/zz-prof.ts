import path from 'node:path';
import { chromium } from '@playwright/test';
import { openChartPage, buildChartPage } from '../chart-page/serve-page.ts';
const OUT = path.resolve(import.meta.dirname, '../../.build/chart-page');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-quic'] });
const n = Number(process.argv[2] ?? 25000);
const context = await browser.newContext({ viewport: { width: 1100, height: 500 } });
const page = await openChartPage(context, OUT);
await page.evaluate(() => (window as any).chartPage.time('ours', 5, 5000));
const cdp = await context.newCDPSession(page);
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
await cdp.send('Profiler.start');
console.log(await page.evaluate(([k]) => (window as any).chartPage.time('ours', 5, k), [n] as const));
const { profile } = await cdp.send('Profiler.stop');
await browser.close();
const nodes = new Map(profile.nodes.map((x) => [x.id, x]));
const parent = new Map<number, number>();
for (const x of profile.nodes) for (const c of x.children ?? []) parent.set(c, x.id);
const self = new Map<string, number>(); const total = new Map<string, number>();
profile.samples!.forEach((id, i) => {
  const d = (profile.timeDeltas![i] ?? 0) / 1000;
  const name = (k: number) => { const f = nodes.get(k)!.callFrame; return `${f.functionName}:${f.lineNumber}:${f.columnNumber}`; };
  self.set(name(id), (self.get(name(id)) ?? 0) + d);
  const seen = new Set<string>();
  for (let k: number | undefined = id; k !== undefined; k = parent.get(k)) { if (!seen.has(name(k))) { seen.add(name(k)); total.set(name(k), (total.get(name(k)) ?? 0) + d); } }
});
const top = (m: Map<string, number>) => [...m].sort((a, b) => b[1] - a[1]).slice(0, 25).map(([k, v]) => `${v.toFixed(0).padStart(6)} ${k}`).join('\n');
console.log('self\n' + top(self)); console.log('total\n' + top(total));
