import type { ApiRoute, Door, Site } from './context.ts';
import { notFound } from './refusal.ts';

/** Doors that the user can close: that of assistants and that of FRED's clients. A closed one looks as if it had never been there. */

/** @throws Refusal 404 where the door is closed. */
export function expectOpen(site: Pick<Site, 'isOpen'>, door: Door): void {
  if (!isOpen(site, door)) throw notFound();
}

/** @returns what is behind open doors: the paths, and whether assistants are answered. `name` differs where the answer does. */
export function openPaths(site: Pick<Site, 'isOpen' | 'assistants' | 'routes'>): {
  routes: readonly ApiRoute[];
  hasAssistants: boolean;
  name: string;
} {
  const hasAssistants = site.assistants !== undefined && isOpen(site, 'assistants');
  const routes = site.routes.filter(({ door }) => door === undefined || isOpen(site, door));
  return { routes, hasAssistants, name: `${hasAssistants} ${routes.length}` };
}

function isOpen({ isOpen }: Pick<Site, 'isOpen'>, door: Door): boolean {
  return isOpen?.(door) ?? true;
}
