// In the build it has run already (`renderer/first-load.ts`).
import './first.ts';
// The words come first: they set the order of the layers.
import './words.css';
import './pieces.css';
// Mantine in a layer, so that the app's own styles win in whatever order the build puts the files.
import 'virtual:mantine.css';
import 'virtual:theme.css';
import './global.css';
import './paper.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  catalogQuery,
  createQueryClient,
  hostStateQuery,
  preferencesOutside,
  preferencesQuery,
  readCopy,
  reportStartup,
} from '../api/index.ts';
import { SCREENS } from '../screens.ts';
import { keptAddress } from '../view/index.ts';
import { colorSchemeManager } from './color-scheme.ts';
import { printsOnPaper } from './paper.ts';
import { createAppRouter } from './router.tsx';
import { keepLastAddress } from './start-address.ts';
import { theme } from './theme.ts';

/** How long the first picture waits for what it shows, most of which was asked for before this script came. */
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
// The code of the screen comes while the answers do; that of Overview the document has named already. The router tells of a failure.
SCREENS.find(({ path }) => path === location.pathname)
  ?.load()
  .catch(() => undefined);
// With its data the first picture is whole, and is made once. Without them the band of sample data, ranges and lines would be made,
// and move it, a moment later.
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

/** Resolves when the screen of the address is there, and all that it asked for ahead (`ScreenDefinition.prepare`). */
async function firstData(): Promise<void> {
  await Promise.all([
    client.prefetchQuery(catalogQuery),
    client.prefetchQuery(hostStateQuery),
    // What the copy has is shown at once.
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
