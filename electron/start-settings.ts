import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { DEFAULT_PAGE_PORT } from '../service/contract/names.ts';
import type { PageStart, ServiceStart } from '../service/contract/service-channel.ts';

export type StartChoices = {
  mode: PageStart['mode'];
  dataDir: string;
  /** The page's port and the API's port, if the user chose them; 0 is any free port. */
  port: number | undefined;
  servicePort: number | undefined;
  pageSize: number;
  sample: boolean;
  /** Folder of the built page. */
  rendererDir: string;
  /** File of the start-up report. */
  report: string | undefined;
  /** The secret that `npm run dev` gives, so that pages stay signed in from run to run. */
  sessionSecret?: string | undefined;
};

export type StartSettings = ReturnType<typeof startSettings>;

/** The settings with which both kinds of shell start the service. The secrets are new in each run. */
export function startSettings(choices: StartChoices) {
  const marks: Record<string, number> = {};
  const sessionSecret = choices.sessionSecret ?? newSecret();
  const controlSecret = newSecret();
  let report = choices.report ?? null;
  function takeReport(): string | null {
    const taken = report;
    report = null;
    return taken;
  }
  return {
    sessionSecret,
    controlSecret,
    /** Records when a step of the start happened. */
    mark(name: 'evaluated' | 'ready'): void {
      marks[name] = Math.round(performance.now() * 10) / 10;
    },
    /** @returns the next start's settings, with the marks so far. Only the first start writes a report. */
    now: (): ServiceStart => ({
      dataDir: choices.dataDir,
      ...(choices.servicePort !== undefined && { port: choices.servicePort }),
      pageSize: choices.pageSize,
      sample: choices.sample,
      page: {
        mode: choices.mode,
        port: choices.port ?? usualPagePort(process.env.ALMANAC_PAGE_PORT),
        isPortFixed: choices.port !== undefined && choices.port !== 0,
        folder: choices.rendererDir,
        sessionSecret,
        controlSecret,
        environmentKeys: keysOf(process.env),
        logFile: logFileOf(choices.dataDir),
        shell: { pid: process.pid, versions: versions() },
        startup: { origin: performance.timeOrigin, marks: { ...marks }, report: takeReport() },
      },
    }),
  };
}

export const logFileOf = (dataDir: string): string => path.join(dataDir, 'logs', 'almanac.log');

/** @returns the page's port if the user chose none. A text that is not a port counts as missing. */
function usualPagePort(text = ''): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : DEFAULT_PAGE_PORT;
  return port <= 65_535 ? port : DEFAULT_PAGE_PORT;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** @returns the user's publisher keys. The service's environment, which others can read, lacks them. */
function keysOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith('ALMANAC_KEY_') && value !== undefined ? [[name, value]] : [],
    ),
  );
}

function versions(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.versions).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** @returns the file that `--startup-report FILE` or ALMANAC_STARTUP_REPORT names */
export function reportPath(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const at = words.findIndex((word) => word === '--startup-report' || word.startsWith('--startup-report='));
  const word = words[at];
  const given = word?.includes('=') ? word.slice(word.indexOf('=') + 1) : word && words[at + 1];
  const file = given || environment.ALMANAC_STARTUP_REPORT;
  return file ? path.resolve(file) : undefined;
}
