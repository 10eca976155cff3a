import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { SCREENS } from '../../renderer/screens.ts';
import { roomsImportAsTheTableSays } from '../architecture/edges.ts';
import { treeOf } from '../architecture/tree.ts';
import pageEnvironment from './page-environment.ts';

/** Adds a screen as `renderer/README.md` says: one folder, and one line in the table of screens. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(tmpdir(), 'almanac-new-screen-'));
const at = (...parts: string[]) => path.join(copy, ...parts);

const WORDS = "words: 'ebb flow harbour',";
const DEFINITION = `
import { IconRipple } from '@tabler/icons-react';
import type { ScreenDefinition } from '../frame/types.ts';

type TidesSearch = { port?: string };

/** High and low water. */
export const TIDES: ScreenDefinition<'/tides', TidesSearch> = {
  path: '/tides',
  title: 'Tides',
  icon: IconRipple,
  ${WORDS}
  shortcuts: [{ title: 'In the tides', shortcuts: [{ keys: [['H']], does: 'The next high water' }] }],
  readSearch: ({ port }) => (port === undefined ? {} : { port: String(port) }),
  load: async () => (await import('./tides-screen.tsx')).TidesScreen,
};
`;
const SCREEN = `
import { getRouteApi, Link } from '@tanstack/react-router';
import { Screen } from '../frame/index.ts';

const route = getRouteApi('/tides');

/** The tides of a port. */
export function TidesScreen() {
  const { port } = route.useSearch();
  return (
    <Screen datasets={[]}>
      <p>High water at {port ?? 'any port'}</p>
      <Link to="/tides" search={{ port: 'Hull' }}>Hull</Link>
      {/* @ts-expect-error A port is a text. */}
      <Link to="/tides" search={{ port: 5 }}>Five</Link>
    </Screen>
  );
}
`;
/** Draws the page, and asks its tables for the new screen. */
const ASK = `
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import { findByText } from '@testing-library/dom';
import { cleanup, render } from '@testing-library/react';
import { createAppRouter } from './app/router.tsx';
import { ScreensContext } from './frame/screens-context.ts';
import { shortcutGroups } from './frame/shortcut-list.ts';
import { useSearchActions } from './frame/use-search-actions.ts';
import { findActions } from './picker/search-actions.ts';
import { SCREENS } from './screens.ts';

export async function ask(address: string, query: string) {
  const router = createAppRouter();
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  let found: string[] = [];
  const Probe = () => {
    found = findActions(useSearchActions(() => undefined), query).map(({ title }) => title);
    return null;
  };
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
        <RouterContextProvider router={router}>
          <ScreensContext value={SCREENS}>
            <Probe />
          </ScreensContext>
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const screen = (await findByText(document.body, /High water/)).textContent;
  const title = document.querySelector('h1')?.textContent;
  const rail = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Screens"] a')].map((one) => [one.pathname, one.textContent]);
  cleanup();
  return { screen, title, rail, found, shortcuts: shortcutGroups(SCREENS).map(({ title }) => title) };
}
`;

function types(): string {
  try {
    return execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'renderer'], {
      cwd: copy,
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

beforeAll(() => {
  for (const name of ['renderer', 'service', 'package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, name), at(name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
  mkdirSync(at('renderer/tides'));
  writeFileSync(at('renderer/tides/index.ts'), DEFINITION.replace(WORDS, ''));
  writeFileSync(at('renderer/tides/tides-screen.tsx'), SCREEN);
  const table = readFileSync(at('renderer/screens.ts'), 'utf8');
  const access = /^ {2}ACCESS,$/m;
  expect(table).toMatch(access);
  writeFileSync(
    at('renderer/screens.ts'),
    `import { TIDES } from './tides/index.ts';\n${table.replace(access, '  TIDES,\n  ACCESS,')}`,
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('the compiler names what a new screen lacks, and its links are typed', { timeout: 240_000 }, () => {
  expect(types()).toMatch(/renderer\/tides\/index\.ts.*'words' is missing/);
  writeFileSync(at('renderer/tides/index.ts'), DEFINITION);
  expect(types()).toBe('');
});

it('router, title, rail, search and the sheet of shortcuts have the new screen', {
  timeout: 240_000,
}, async () => {
  const page = await pageEnvironment.setup(globalThis, {});
  onTestFinished(() => page.teardown(globalThis));
  writeFileSync(at('renderer/tides/index.ts'), DEFINITION);
  writeFileSync(at('renderer/ask.tsx'), ASK);
  const { ask } = await import(at('renderer/ask.tsx'));
  const { screen, title, rail, found, shortcuts } = await ask('/tides?port=Hull', 'ebb');
  expect([screen, title]).toEqual(['High water at Hull', 'Tides']);
  const expected = SCREENS.flatMap(({ icon, path: href, title }): string[][] => [
    ...(href === '/access' ? [['/tides', 'Tides']] : []),
    ...(icon === null ? [] : [[href, title]]),
  ]);
  expect(rail).toEqual(expected);
  expect(found).toEqual(['Tides']);
  expect(shortcuts).toContain('In the tides');
});

it('the rule of rooms knows the new screen from the table', () => {
  const files = ['renderer/screens.ts', 'renderer/tides/index.ts', 'renderer/tides/tides-screen.tsx'];
  const tree = treeOf(new Map(files.map((file) => [file, readFileSync(at(file), 'utf8')])));
  expect(roomsImportAsTheTableSays(tree)).toEqual([]);
});
