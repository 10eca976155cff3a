import { runningInstance } from '../process/instances.ts';
import type { Addresses } from './types.ts';

/**
 * @param port of the API where no Almanac runs on the folder.
 * @returns where the API of a data folder is, and its charts.
 */
export function almanacAddresses(dataDir: string, port: number): Addresses {
  const { servicePort = null } = runningInstance(dataDir) ?? {};
  return { api: `http://127.0.0.1:${servicePort ?? port}`, chart: ownCharts(dataDir) };
}

/** @returns where charts of a data folder open: on the page of the Almanac that runs in the browser, else in the desktop app. */
export function ownCharts(dataDir: string): string {
  const { pagePort = null } = runningInstance(dataDir) ?? {};
  return pagePort === null ? 'almanac://view' : chartPage(`http://127.0.0.1:${pagePort}`);
}

/** @returns where charts open on a page of the app. */
export function chartPage(page: string): string {
  return `${page}/explore`;
}
