import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../contract/catalog.ts';
import type { DatasetHolding, Reader } from '../store/index.ts';

/** What is asked on every request and changes only with the data version. */
export type DataState = {
  version: string;
  origin(dataset: string): Origin | undefined;
  holdings(): DatasetHolding[];
  /** When a dataset's data last changed; '' while it holds none. */
  updatedAt(dataset: string): string;
  constituentCodes(dataset: string): string[];
};

/**
 * @returns a function that gives the state of now. Requests that had come when the event loop last looked are answered from
 * one look at the file: to ask for the version costs a third of a page that is sent from the cache, for the file's locks.
 */
export function watchData(reader: Reader): (request: FastifyRequest) => DataState {
  let state: DataState | undefined;
  let isOfNow = false;
  return (request) => {
    // `app.inject` has no connection: any number of its requests, one after the other, fit in one turn of the loop.
    const isRead = request.raw.socket instanceof Socket;
    if (state && isOfNow && isRead) return state;
    const version = reader.dataVersion();
    if (state?.version !== version) state = stateOf(reader, version);
    if (!isRead || isOfNow) return state;
    isOfNow = true;
    // Runs right after the connections that were ready have been read: a request sent later finds it done.
    setImmediate(() => {
      isOfNow = false;
    });
    return state;
  };
}

function stateOf(reader: Reader, version: string): DataState {
  let held: DatasetHolding[] | undefined;
  const holdings = () => (held ??= reader.holdings());
  const codes = new Map<string, string[]>();
  const origins = new Map<string, Origin | undefined>();
  return {
    version,
    holdings,
    origin(dataset) {
      if (!origins.has(dataset)) origins.set(dataset, reader.origin(dataset));
      return origins.get(dataset);
    },
    updatedAt: (dataset) => holdings().find((one) => one.dataset === dataset)?.updatedAt ?? '',
    constituentCodes(dataset) {
      const found = codes.get(dataset) ?? reader.constituentCodes(dataset);
      codes.set(dataset, found);
      return found;
    },
  };
}
