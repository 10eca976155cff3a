// In the build it has run already (`renderer/first-load.ts`).
import './first.ts';
// The words come first: they set the order of the layers.
import './words.css';
import './pieces.css';
// Mantine in a layer, so that the app's own styles win in whatever order the build puts the files.
import 'virtual:mantine.css';
import 'virtual:theme.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { catalogQuery, createQueryClient, reportStartup } from '../api/index.ts';
import { createAppRouter } from './router.tsx';
import { theme } from './theme.ts';

/** How long the first picture waits for the catalogue, which was asked for before this script came. */
const CATALOG_MS = 250;

const client = createQueryClient();
reportStartup(client);
// With the catalogue the first picture is whole. Otherwise the band of sample data, and ranges, would move it a moment later.
await Promise.race([
  client.prefetchQuery(catalogQuery),
  new Promise((resolve) => setTimeout(resolve, CATALOG_MS)),
]);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    {/* The variables and global classes come from a style sheet of the build; see vite.config.ts. */}
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={client}>
        <RouterProvider router={createAppRouter(client)} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
