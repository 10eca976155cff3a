import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ADDRESS = 'http://chart.invalid';
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Bundles the page of the chart alone, for production like the app. @param outDir folder to write to */
export async function buildChartPage(outDir: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [react()],
    cacheDir: path.join(ROOT, '.build/vite'),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2024',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: path.join(import.meta.dirname, 'page.html') },
    },
  });
}

/** Opens the built page without a server: routes of the context answer with its files. */
export async function openChartPage(context: BrowserContext, outDir: string): Promise<Page> {
  const page = await context.newPage();
  await page.route(`${ADDRESS}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = await readFile(path.join(outDir, pathname));
    await route.fulfill({ body, contentType: TYPES[path.extname(pathname)] ?? 'text/plain' });
  });
  await page.goto(`${ADDRESS}/page.html`);
  await page.waitForFunction(() => 'chartPage' in window);
  return page;
}
