import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { DEFAULT_PAGE_PORT } from '../service/contract/names.ts';
import type { PageStart, ServiceStart } from '../service/contract/service-channel.ts';

export type StartChoices = {
  mode: PageStart['mode'];
  dataDir: string;
  /** The ports that a person asked for; 0 is any. */
  port: number | undefined;
  servicePort: number | undefined;
  pageSize: number;
  sample: boolean;
  /** Folder of the built page. */
  rendererDir: string;
  /** File of the start-up report. */
  report: string | undefined;
  /** From `npm run dev`, whose pages stay signed in from run to run. */
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
    /** Records that this happens now. */
    mark(name: 'evaluated' | 'ready'): void {
      marks[name] = Math.round(performance.now() * 10) / 10;
    },
    /** @returns the settings of the next start, with the marks so far. Only the first start is reported on. */
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

/** @returns the port of the page where a person gave none; a text that is no port counts as nothing */
function usualPagePort(text = ''): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : DEFAULT_PAGE_PORT;
  return port <= 65_535 ? port : DEFAULT_PAGE_PORT;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** The user's keys of publishers. Never in the environment of the service, which other processes of the user can read. */
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
