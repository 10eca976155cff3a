import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../contract/catalog.ts';
import type { DatasetHolding, Reader } from '../../store/index.ts';

/** Facts that every request needs and that change only with the data version. */
export type DataFacts = ReturnType<typeof stateOf>;

/**
 * @returns a function that gives the current state. Requests that arrive in the same turn of the event loop share one look at the
 * file: with a look for each, 100 rows that were asked before would come to 0.74 of a ready Buffer, where the goal is 0.9.
 */
export function watchData(reader: Reader): (request: Pick<FastifyRequest, 'raw'>) => DataFacts {
  let state: DataFacts | undefined;
  let isOfNow = false;
  return (request) => {
    // `app.inject` has no connection: any number of its requests, one after the other, fit in one turn of the loop.
    const isRead = request.raw.socket instanceof Socket;
    if (state && isOfNow && isRead) return state;
    const version = reader.dataVersion();
    if (state?.version !== version) state = stateOf(reader, version);
    if (!isRead || isOfNow) return state;
    isOfNow = true;
    // Runs right after Node has read the connections that were ready, so a later request looks again.
    setImmediate(() => {
      isOfNow = false;
    });
    return state;
  };
}

function stateOf(reader: Reader, version: string) {
  let held: DatasetHolding[] | undefined;
  const holdings = () => (held ??= reader.holdings());
  const codes = new Map<string, string[]>();
  const origins = new Map<string, Origin | undefined>();
  return {
    version,
    holdings,
    origin(dataset: string): Origin | undefined {
      if (!origins.has(dataset)) origins.set(dataset, reader.origin(dataset));
      return origins.get(dataset);
    },
    /** When a dataset's data last changed; '' while it holds none. */
    updatedAt: (dataset: string): string =>
      holdings().find((one) => one.dataset === dataset)?.updatedAt ?? '',
    constituentCodes(dataset: string): string[] {
      const found = codes.get(dataset) ?? reader.constituentCodes(dataset);
      codes.set(dataset, found);
      return found;
    },
  };
}
