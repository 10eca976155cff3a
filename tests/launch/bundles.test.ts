import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BUNDLES, bundleIsFresh, ensureBundle, publishBundle } from '../../electron/launch/set-up.mjs';

const LAUNCHER = pathToFileURL(path.join(import.meta.dirname, '../../electron/launch/set-up.mjs')).href;

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-bundle-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const CONFIG = `export default { root: import.meta.dirname, logLevel: 'silent', build: { ssr: true, rolldownOptions: {
  input: { cli: import.meta.dirname + '/cli/main.ts' }, output: { entryFileNames: '[name].js' } } } };`;

const project = (main = 'export const answer: number = 41;') =>
  folderWith({
    'package.json': '{ "type": "module" }',
    'package-lock.json': '{}',
    'service/vite.config.ts': CONFIG,
    'service/cli/main.ts': main,
  });

const built = (root: string) => readFileSync(path.join(root, '.build/service/cli.js'), 'utf8');

describe('a bundle', () => {
  it('is built once, and again when a source changes', async () => {
    const root = project();
    expect(bundleIsFresh(root, 'service')).toBe(false);
    await ensureBundle(root, 'service');
    expect(bundleIsFresh(root, 'service')).toBe(true);
    expect(built(root)).toContain('41');
    writeFileSync(path.join(root, 'service/cli/main.ts'), 'export const answer: number = 4200;');
    expect(bundleIsFresh(root, 'service')).toBe(false);
    await ensureBundle(root, 'service');
    expect(built(root)).toContain('4200');
  });

  it('is built by a separate process: its caller never loads Vite, which would stay in memory', async () => {
    const root = project();
    const program = `
      const { ensureBundle } = await import(${JSON.stringify(LAUNCHER)});
      await ensureBundle(${JSON.stringify(root)}, 'service');
      // What was compiled and is mapped: packages of Vite, its native compiler among them.
      const { sharedObjects } = process.report.getReport();
      console.log(JSON.stringify({ native: sharedObjects, hasVite: globalThis.sawVite === true }));`;
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) {
        if (/node_modules\\/(vite|rolldown)\\//.test(url)) globalThis.sawVite = true;
        return next(url, context);
      } });`;
    const words = [
      '--import',
      `data:text/javascript,${encodeURIComponent(hooks)}`,
      '--input-type=module',
      '-e',
      program,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    const { native, hasVite } = JSON.parse(stdout) as { native: string[]; hasVite: boolean };
    expect(built(root)).toContain('41');
    expect([hasVite, native.filter((file) => /rolldown|node_modules/.test(file))]).toEqual([false, []]);
  }, 30_000);

  it('that fails to build gives the reason and keeps the old bundle', async () => {
    const root = project();
    await ensureBundle(root, 'service');
    writeFileSync(path.join(root, 'service/cli/main.ts'), "import './gone.ts';");
    await expect(ensureBundle(root, 'service')).rejects.toThrow(
      /service\/vite\.config\.ts failed: [\s\S]*gone\.ts/,
    );
    expect(built(root)).toContain('41');
    expect(bundleIsFresh(root, 'service')).toBe(false);
  });

  it('without its entry is refused in one sentence', async () => {
    const root = project();
    await expect(ensureBundle(root, 'shell')).rejects.toThrow(
      'cannot build the shell: electron/browser-mode.ts is missing',
    );
  });
});

describe('publishing a build', () => {
  it('replaces the entries, keeps yesterday’s chunks for processes that run from them, and removes older chunks', () => {
    const to = folderWith({ 'cli.js': 'old', 'chunks/a-1.js': 'in use', 'chunks/a-0.js': 'long gone' });
    const lastWeek = new Date(Date.now() - 7 * 86_400_000);
    utimesSync(path.join(to, 'chunks/a-0.js'), lastWeek, lastWeek);
    publishBundle(folderWith({ 'cli.js': 'new', 'chunks/a-2.js': 'new chunk' }), to);
    expect(readFileSync(path.join(to, 'cli.js'), 'utf8')).toBe('new');
    const chunks = ['a-0', 'a-1', 'a-2'].map((name) => existsSync(path.join(to, `chunks/${name}.js`)));
    expect(chunks).toEqual([false, true, true]);
  });
});

it('the renderer is built again after a change in any room of the service that it imports', () => {
  const root = path.join(import.meta.dirname, '../..');
  const files = readdirSync(path.join(root, 'renderer'), { recursive: true, encoding: 'utf8' });
  const rooms = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, 'renderer', file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/'(?:\.\.\/)+(service\/[a-z-]+)\//g)].map(([, room]) => room));
  expect(rooms.length).toBeGreaterThan(100);
  expect(BUNDLES.renderer.sources).toEqual(expect.arrayContaining([...new Set(rooms)]));
});
