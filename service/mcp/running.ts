import { runningInstance } from '../process/instances/index.ts';
import type { Addresses } from './types.ts';

/**
 * @param port of the API where no Almanac runs on the folder.
 * @returns where the API of a data folder is, and its charts: on the page of the Almanac that runs in the browser, else in the desktop app.
 */
export function almanacAddresses(dataDir: string, port: number): Addresses {
  const { pagePort = null, servicePort = null } = runningInstance(dataDir) ?? {};
  return {
    api: `http://127.0.0.1:${servicePort ?? port}`,
    chart: pagePort === null ? 'almanac://view' : `http://127.0.0.1:${pagePort}/explore`,
  };
}
