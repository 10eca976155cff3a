import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { AccessSearch } from '../access/types.ts';
import { ErrorPage, Frame, LoadingScreen } from '../frame/index.ts';
import type { StatementSearch } from '../statement/types.ts';
import { keptView, parseView, pickViewSearch, viewSearch } from '../view/index.ts';

const rootRoute = createRootRoute({ component: Frame, errorComponent: ErrorPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/explore', replace: true });
  },
});

const exploreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/explore',
  validateSearch: pickViewSearch,
  // Rail, search and menu name the screen only: what it showed last is put in, so that every entry of the history says all of
  // what it shows, and going back to it is going back to just that.
  beforeLoad: ({ search }) => {
    if (Object.keys(search).length > 0) return;
    throw redirect({ to: '/explore', search: keptView() ?? viewSearch(parseView({}).view), replace: true });
  },
  component: lazyRouteComponent(() => import('../explore/index.ts'), 'ExploreScreen'),
});

const dataRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/data',
  component: lazyRouteComponent(() => import('../data/index.ts'), 'DataScreen'),
});

const accessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/access',
  validateSearch: pickAccessSearch,
  component: lazyRouteComponent(() => import('../access/index.ts'), 'AccessScreen'),
});

const statementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/statement',
  validateSearch: ({ date }: Record<string, unknown>): StatementSearch =>
    date === undefined ? {} : { date: String(date) },
  component: lazyRouteComponent(() => import('../statement/index.ts'), 'StatementScreen'),
});

/** The screens and their addresses. Search parameters are plain text, so that a link can be read and typed. */
export function createAppRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([homeRoute, exploreRoute, dataRoute, accessRoute, statementRoute]),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: 150,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: () => <ErrorPage error={new Error('There is no page at this address.')} />,
  });
}

/** Here, so that a first view does not load the room for it. */
function pickAccessSearch(raw: Record<string, unknown>): AccessSearch {
  return {
    ...(raw.rotate !== undefined && { rotate: String(raw.rotate) }),
    ...(raw.try !== undefined && { try: String(raw.try) }),
  };
}

function writeSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a declaration that is merged has to be an interface
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
