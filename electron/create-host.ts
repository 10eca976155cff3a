import { randomBytes } from 'node:crypto';
import type { ServiceSettings } from '../service/contract/control.ts';
import { Failure } from '../service/contract/failure.ts';
import type { HostState } from '../service/contract/host.ts';
import { dismissIncident, openIncidents } from '../service/process/incidents.ts';
import { almanacVersion } from '../service/process/version.ts';
import { changeSettingsFile, readFileSettings, usualPort } from '../service/settings/index.ts';
import { assistantCommand, keysForService } from './access/index.ts';
import {
  createExports,
  createJobs,
  createUploads,
  type Exports,
  removeStaleDrafts,
} from './data-work/index.ts';
import {
  type DescribeHost,
  type Log,
  learnSecrets,
  noteFailures,
  openDiagnostics,
} from './diagnostics/index.ts';
import {
  createGateway,
  type Gateway,
  type GatewayOptions,
  hostState,
  readPageFiles,
} from './gateway/index.ts';
import { holderText, readLastPort, whoHolds, writeLastPort } from './ports/index.ts';
import { createStartup, type Startup } from './startup.ts';
import { type ServiceChild, type Supervisor, superviseService } from './supervisor/index.ts';
import { createDataFrom, createOutgoingNotes } from './team/index.ts';
import type { Vault } from './vault/types.ts';

export type HostOptions = {
  mode: Exclude<HostState['mode'], 'team'>;
  service: Omit<ServiceSettings, 'internalCredential'>;
  /** Folder of the built renderer. */
  rendererDir: string;
  fetch: GatewayOptions['fetch'];
  /** Keeps the user's keys. The host closes it. */
  vault: Vault;
  /** Whether the API may use another port than `service.port`: the one of the last run, or any free one. */
  mayUseAnotherPort: boolean;
  /** Starts the service; what it prints goes to `log`. */
  spawn: (log: (line: string) => void) => ServiceChild;
  /** From `openHostLog`. The host closes it. */
  log: Log;
  /** Marks of the start, where they also go into a report. Otherwise only the diagnostics show them. */
  startup?: Startup;
} & Pick<GatewayOptions, 'onPresence' | 'chosenFiles'>;

export type Host = {
  gateway: Gateway;
  /** @returns the provenance of an export, by the ticket with which the export was fetched. */
  takeSidecar: Exports['takeSidecar'];
  supervisor: Supervisor;
  /** @returns the text of 'Copy diagnostics'. */
  diagnostics: DescribeHost;
  /** Whether an import, a refresh (also a scheduled one) or a preview is under way. */
  isBusy: () => Promise<boolean>;
  /** Ends the service and the vault at the same time; removes uploaded and exported files. */
  stop: () => Promise<void>;
};

/**
 * Makes what desktop window and browser mode have in common: a supervised service and the gateway to it. Both share a credential that
 * is new at each launch. Does not start the service yet.
 * @throws the file system's error where the renderer's folder cannot be read.
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const credential = randomBytes(32).toString('base64url');
  const { dataDir } = options.service;
  removeStaleDrafts(dataDir);
  // Who starts Almanac may say a port; else the settings do.
  const portOfSettings = (): number =>
    options.mayUseAnotherPort ? readFileSettings(dataDir).port : options.service.port;
  const usual = portOfSettings();
  let portSet = usual;
  const log = options.log.host;
  const stopNoting = noteFailures(options.mode, log);
  // The port of the last run stands in for the default only.
  const isUsual = options.mayUseAnotherPort && usual === usualPort();
  const lastPort = isUsual ? readLastPort(dataDir, 'api') : undefined;
  const vault = learnSecrets(options.vault, options.log.learn);
  /** The team whose data the service that runs was started with. */
  let team: string | undefined;
  const supervisor = superviseService({
    spawn: () => options.spawn(options.log.service),
    log,
    settings: { ...options.service, port: lastPort ?? usual, internalCredential: credential },
    otherPorts: options.mayUseAnotherPort ? [usual, 0] : [],
    moreSettings() {
      team = readFileSettings(dataDir).team || undefined;
      return dataFrom.atStart()?.then((follow) => ({ follow }));
    },
    answer: { 'publisher-keys': (input) => keysForService(vault, input, log) },
    whoHolds: async (port) => holderText(await whoHolds(port)),
  });
  if (options.mayUseAnotherPort) keepPort(supervisor, dataDir, log);
  const uploads = createUploads();
  const exports = createExports();
  const jobs = createJobs(log);
  const files = await readPageFiles(options.rendererDir);
  const isBusy = async () =>
    jobs.list().some(({ state }) => state === 'running') || (await isRefreshing(supervisor));
  const note = createOutgoingNotes(supervisor, log);
  const dataFrom = createDataFrom({
    vault,
    setting: {
      read: () => readFileSettings(dataDir).team,
      write: (address) => void changeSettingsFile(dataDir, { team: address }),
    },
    async ask(followed) {
      options.log.learn(followed.key);
      // Loaded only when a person asks for a team.
      const { askTeam } = await import('../service/team/ask/index.ts');
      return askTeam(followed, note);
    },
    async restart() {
      await supervisor.stop();
      // The port stays, also one that stands in for a taken one, unless another was set meanwhile.
      const port = portOfSettings();
      supervisor.start(port === portSet ? {} : { port });
      portSet = port;
    },
    isBusy,
    log,
  });
  const incidents = {
    open: () => openIncidents(dataDir),
    dismiss: (id: string) => dismissIncident(dataDir, id),
  };
  const about = {
    mode: options.mode,
    version: almanacVersion(),
    supervisor,
    incidents,
    team: () => team,
  };
  const startup = options.startup ?? createStartup({ ...about, report: undefined, log });
  supervisor.onChange(({ port }) => {
    if (port !== undefined) startup.mark('listening');
  });
  const diagnostics = openDiagnostics({
    ...about,
    dataDir,
    usualPort: usual,
    hostState: () => hostState(about),
    vaultState: () => vault.state(),
    marks: startup.marks,
    logFile: options.log.file,
  });
  const gateway = createGateway({
    ...about,
    files,
    vault,
    dataFrom,
    credential,
    describeHost: diagnostics,
    assistantCommand: () => assistantCommand(dataDir),
    fetch: options.fetch,
    jobs,
    uploads,
    exports,
    onPresence: options.onPresence,
    chosenFiles: options.chosenFiles,
    portOfSettings,
    portHolder: async (port) => {
      const holder = await whoHolds(port);
      return holder === undefined ? null : holderText(holder);
    },
    onStartupMarks: startup.fromPage,
  });
  return {
    gateway,
    supervisor,
    takeSidecar: exports.takeSidecar,
    diagnostics,
    isBusy,
    async stop() {
      const endService = async (): Promise<void> => {
        await supervisor.stop();
        await uploads.close();
        await exports.close();
      };
      // Either may hang for seconds, and the app has five for both.
      const ends = await Promise.allSettled([endService(), vault.close()]);
      stopNoting();
      options.log.close();
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/** Saves the port for the next run, which tries it first: other tools have it in their settings. */
function keepPort(supervisor: Supervisor, dataDir: string, log: (line: string) => void): void {
  let kept: number | undefined;
  supervisor.onChange(({ port }) => {
    if (port === undefined || port === kept) return;
    kept = port;
    writeLastPort(dataDir, 'api', port).catch((error: unknown) =>
      log(`The port of the API could not be noted for the next run: ${String(error)}`),
    );
  });
}

/** @returns whether a scheduled refresh runs; false where the service does not answer. */
async function isRefreshing(supervisor: Supervisor): Promise<boolean> {
  try {
    const { datasets } = await supervisor.call('data-state', {});
    return datasets.some(({ is_running }) => is_running);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
