import type { QueryClient } from '@tanstack/react-query';
import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { type ComponentType, useDeferredValue, useEffect } from 'react';
import { canNow, loadCode, useCan } from '../api/index.ts';
import { ErrorPage, Frame, LoadingScreen, ScreenNotHere } from '../frame/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import { LOADERS, SCREENS } from '../screens.ts';
import { startAddress } from './start-address.ts';

const rootRoute = createRootRoute({
  component: () => <Frame screens={SCREENS} loaders={LOADERS} />,
  errorComponent: ErrorPage,
});

const homeRouteOf = (client: QueryClient) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    beforeLoad: async () => {
      throw redirect({ ...(await startAddress(client)), replace: true } as never);
    },
  });

function routeOf<Path extends string, Search extends object>(
  screen: ScreenDefinition<Path, Search>,
  client: QueryClient,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: screen.hasPages ? `${screen.path}/{-$page}` : screen.path,
    validateSearch: screen.readSearch,
    beforeLoad: ({ search, cause }: { search: object; cause: 'enter' | 'preload' | 'stay' }) => {
      if (screen.initialSearch && Object.keys(search).length === 0)
        throw redirect({ to: screen.path, search: screen.initialSearch(client), replace: true } as never);
      if (cause === 'enter' && isHere(screen, client)) screen.prepare?.(search as Search, client);
    },
    component: withCapability(
      screen,
      lazyRouteComponent(async () => ({ default: inSlices(await loadCode(screen.load)) })),
      client,
    ),
  });
}

type Needed = Pick<ScreenDefinition, 'title' | 'needs'>;

const isHere = ({ needs }: Needed, client: QueryClient): boolean =>
  needs === undefined || canNow(client, needs.can);

/** @returns the screen, replaced by the reason while the page lacks the capability that the screen needs. */
function withCapability(screen: Needed, Screen: AsyncRouteComponent<object>, client: QueryClient) {
  const { title, needs } = screen;
  if (needs === undefined) return Screen;
  return Object.assign(
    () => (useCan(needs.can) ? <Screen /> : <ScreenNotHere title={title} why={needs.why} />),
    { preload: async () => void (isHere(screen, client) && (await Screen.preload?.())) },
  );
}

let isFirstScreen = true;

/**
 * Draws the first screen in slices of some milliseconds, so that the page can respond in between; as a whole
 * it would block the page for up to half a second. Later screens are drawn in one piece, without a blank in
 * between.
 */
function inSlices(Screen: ComponentType): ComponentType {
  return () => {
    const isTime = useDeferredValue(true, !isFirstScreen);
    useEffect(() => {
      if (isTime) isFirstScreen = false;
    }, [isTime]);
    return isTime && <Screen />;
  };
}

/** One route for each screen. A tuple, so that the compiler checks links and search parameters. */
type Routes<Screens extends readonly unknown[]> = {
  -readonly [I in keyof Screens]: Screens[I] extends ScreenDefinition<infer Path, infer Search>
    ? ReturnType<typeof routeOf<Path, Search>>
    : never;
};

/** The addresses of the screens. Search parameters are plain text, so that a link can be read and typed. */
export function createAppRouter(client: QueryClient) {
  const screenRoutes = SCREENS.map((screen) => routeOf<string, object>(screen, client)) as unknown as Routes<
    typeof SCREENS
  >;
  return createRouter({
    routeTree: rootRoute.addChildren([homeRouteOf(client), ...screenRoutes]),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: 150,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: () => <ErrorPage error={new Error('There is no page at this address.')} />,
  });
}

function writeSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a merged declaration must be an interface
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
