import type { EndpointHandlers } from '../process/endpoint-input.ts';
import type { Work } from '../work/index.ts';

/** How many requests are a page of the call 'outgoing'. */
const OUTGOING_PAGE = 250;

/** @returns the handlers of the calls about what a person has made. */
export function workCalls({ sameCompanies, saved, preferences, outgoing, version }: Work) {
  const pairs = () => ({ pairs: sameCompanies.list() });
  const items = () => ({ version: version(), items: saved.list() });
  const values = () => ({ version: version(), values: preferences.values() });
  return {
    'work-version': async () => ({ version: version() }),
    saved: async () => items(),
    'save-item': async (request) => saved.save(request),
    'remove-item': async ({ id }) => {
      saved.remove(id);
      return items();
    },
    'item-versions': async ({ id }) => ({ versions: saved.versions(id) }),
    preferences: async () => values(),
    'set-preferences': async ({ values: given }) => {
      preferences.set(given);
      return values();
    },
    outgoing: async ({ before }) => {
      // Loaded only here: the sources bring all parsers.
      const { publisherHosts } = await import('../datasets/sources/index.ts');
      return outgoing.list(
        { limit: OUTGOING_PAGE, before: before === '' ? undefined : Number(before) },
        publisherHosts(),
      );
    },
    'same-companies': async () => pairs(),
    'set-same-company': async (request) => {
      sameCompanies.set(request);
      return pairs();
    },
  } satisfies Partial<EndpointHandlers>;
}
