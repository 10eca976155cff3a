import type { FastifyInstance } from 'fastify';
import type { Context, Route, Site } from './context.ts';
import { watchData } from './data-state.ts';
import { DISCOVERY_ROUTES } from './discovery.ts';
import { ECONOMIC_ROUTES } from './economic-data.ts';
import { openLimits } from './limit.ts';
import { MARKET_ROUTES } from './market-data.ts';

/** Every path of the API. An endpoint is added here. */
const ROUTES: readonly Route[] = [...ECONOMIC_ROUTES, ...MARKET_ROUTES, ...DISCOVERY_ROUTES];

/** Adds all routes to the app, with what they share. */
export function addRoutes(app: FastifyInstance, context: Context): void {
  const site: Site = {
    ...context,
    data: watchData(context.reader),
    takeFromLimits: openLimits(context),
    routes: ROUTES,
  };
  for (const route of ROUTES) app.get(route.url ?? route.path, route.open(site));
}
