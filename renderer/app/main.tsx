// In the build it has run already (`renderer/first-load.ts`).

import './first.ts';
import './words.css';
import './pieces.css';
import 'virtual:mantine.css';
import 'virtual:theme.css';
import './global.css';
import './paper.css';
import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  appStateQuery,
  catalogQuery,
  createQueryClient,
  preferenceOf,
  preferencesOutside,
  preferencesQuery,
  readCopy,
  reportStartup,
} from '../api/index.ts';
import { SCREENS } from '../screens.ts';
import { keptAddress } from '../view/index.ts';
import { createAppRouter } from './router.tsx';
import { keepLastAddress } from './start-address.ts';
import { theme } from './theme.ts';

/** The area in CSS pixels that fits both A4 and Letter, landscape, inside margins of 12 mm. */
const PAPER = { width: 960, height: 690 };

/**
 * Prepares the page for printing: light colours, and a zoom that fits the window on the first page. Drawings
 * keep their size in pixels, since no script runs between the print command and the print. `paper.css` has
 * the rest.
 */
function printsOnPaper(): void {
  const root = document.documentElement;
  let scheme: string | undefined;
  window.addEventListener('beforeprint', () => {
    const main = document.querySelector('main');
    if (!main) return;
    const beside = [...main.querySelectorAll<HTMLElement>('aside.not-on-paper')].reduce(
      (sum, { offsetWidth }) => sum + offsetWidth,
      0,
    );
    const width = main.clientWidth - beside;
    root.style.setProperty('--paper-content', `${width}px`);
    root.style.setProperty('--paper-height', `${main.clientHeight}px`);
    const zoom = Math.min(1, PAPER.width / width, PAPER.height / (main.offsetTop + main.clientHeight));
    root.style.setProperty('--paper-zoom', String(zoom));
    scheme = root.dataset.mantineColorScheme;
    root.dataset.mantineColorScheme = 'light';
  });
  window.addEventListener('afterprint', () => {
    if (scheme !== undefined) root.dataset.mantineColorScheme = scheme;
  });
}

/** How long the first paint waits for its data, in ms. Most were requested before this script. */
const FIRST_MS = 250;

const client = createQueryClient();
const router = createAppRouter(client);
reportStartup(client);
printsOnPaper();
keepLastAddress(
  client,
  (changed) => router.subscribe('onResolved', ({ toLocation }) => changed(keptAddress(toLocation.href))),
  (address) => preferencesOutside(client).set({ last_address: address }),
);
// Loads the screen's code while answers arrive. The router reports failures.
SCREENS.find(({ path }) => path === location.pathname)
  ?.load()
  .catch(() => undefined);
// With its data the first paint is complete. Without them bands and lines would appear later and shift it.
await Promise.race([firstData(), new Promise((resolve) => setTimeout(resolve, FIRST_MS))]);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    {/* The variables and global classes come from a style sheet of the build; see vite.config.ts. */}
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager(client)}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** Resolves when the address's screen and all its early requests (`ScreenDefinition.prepare`) have loaded. */
async function firstData(): Promise<void> {
  await Promise.all([
    client.prefetchQuery(catalogQuery),
    client.prefetchQuery(appStateQuery),
    // Stored preferences show at once.
    ...(readCopy() === undefined ? [client.prefetchQuery(preferencesQuery)] : []),
  ]);
  await router.load();
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (client.isFetching() === 0) resolve();
  };
  const stop = client.getQueryCache().subscribe(look);
  look();
  await promise.finally(stop);
}

/** Keeps Mantine's colour scheme equal to the preference `theme`, whichever window or program changes it. */
function colorSchemeManager(client: QueryClient): MantineColorSchemeManager {
  const { values, onChange, set } = preferencesOutside(client);
  const scheme = (): MantineColorScheme => {
    const theme = preferenceOf(values(), 'theme');
    return theme === 'system' ? 'auto' : theme;
  };
  let stop: (() => void) | undefined;
  return {
    get: scheme,
    set: (next) => {
      // A refusal restores the old theme; there is no place here for a message.
      if (next !== scheme()) set({ theme: next === 'auto' ? null : next }).catch(() => undefined);
    },
    subscribe: (onUpdate) => {
      let shown = scheme();
      stop = onChange(() => {
        if (scheme() === shown) return;
        shown = scheme();
        onUpdate(shown);
      });
    },
    unsubscribe: () => stop?.(),
    clear: () => undefined,
  };
}
