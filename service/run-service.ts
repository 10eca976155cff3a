import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { followedAtStart, vaultKeys } from './app/index.ts';
import { assertNever, Failure, stackOf } from './contract/failure.ts';
import { fits } from './contract/fits.ts';
import {
  type KeychainAnswer,
  type KeychainRequest,
  SERVICE_EXITS,
  type ServiceStart,
  ShellMessage,
} from './contract/service-channel.ts';
import { startLastingService } from './lasting-service.ts';
import type { Channel } from './process/channel.ts';
import { removeDrafts } from './process/drafts.ts';
import type { RunningService } from './service-options.ts';
import { readFileSettings } from './settings/index.ts';
import { createKnownSecrets, createVault, learnSecrets } from './vault/index.ts';

/** How long running requests may continue if the shell has ended without `stop`. */
const ORPHAN_DEADLINE_MS = 1000;
/** How long running requests may continue when the service is started again, or a person quits. */
const END_DEADLINE_MS = 3000;
/** How long after the deadline of closing the process ends in any case. */
const LAST_DEADLINE_MS = 2000;

/** Runs the service for a shell until it says `stop`, or until it ends. `SERVICE_EXITS` says with which status the process ends. */
export function runService(channel: Channel): void {
  const secrets = createKnownSecrets({});
  const log = (line: string) => void process.stderr.write(`${secrets.hide(line)}\n`);
  const keychain = openKeychainCalls(channel);
  let starting: Promise<RunningService | undefined> | undefined;
  let isEnding = false;

  async function start({ page, port, portBefore, ...settings }: ServiceStart) {
    const { dataDir } = settings;
    // What processes that have ended left in the data folder and in the system's temporary folder.
    for (const folder of [tmpdir(), dataDir]) removeDrafts(folder, true);
    for (const key of Object.values(page.environmentKeys)) secrets.learn(key);
    const vault = learnSecrets(
      createVault({
        dataDir,
        environment: { ...process.env, ...page.environmentKeys },
        askKeychain: keychain.ask,
      }),
      secrets.learn,
    );
    try {
      const fileSettings = readFileSettings(dataDir);
      const follow = await followedAtStart(vault, fileSettings.team, log);
      const service = await startLastingService(
        {
          ...settings,
          port: port ?? fileSettings.port,
          otherPorts: port === undefined ? [...(portBefore === undefined ? [] : [portBefore]), 0] : [],
          internalCredential: randomBytes(32).toString('base64url'),
          app: {
            start: page,
            vault,
            learn: secrets.learn,
            end: (how) =>
              void end(END_DEADLINE_MS, how === 'quit' ? SERVICE_EXITS.done : SERVICE_EXITS.again),
          },
          follow,
          mirror: process.env.ALMANAC_MIRROR || undefined,
          publisherKeys: vaultKeys(vault, log),
          now: () => new Date(),
          log,
        },
        (why) => {
          log(why.message);
          // Without its folder another start would fail as well.
          if (existsSync(dataDir)) process.exit(SERVICE_EXITS.again);
          void fail(why);
        },
      );
      if (!service.page) throw new Error('The service has no page');
      const { port: pagePort, token } = service.page;
      await channel.send({ t: 'listening', port: service.port, pagePort, token });
      // It only saves time: a service that cannot do it says why when it is asked.
      service
        .warmUp()
        .catch((error: unknown) => log(`The catalogue could not be made ahead: ${String(error)}`));
      return service;
    } catch (error) {
      return fail(error);
    }
  }

  async function fail(error: unknown): Promise<never> {
    if (!(error instanceof Failure)) log(stackOf(error));
    const failure = error instanceof Failure ? error : undefined;
    await channel.send({
      t: 'fatal',
      code: failure?.code ?? 'bug',
      message: failure?.message ?? 'The service could not start; its log says more.',
    });
    process.exit(SERVICE_EXITS.failed);
  }

  async function end(deadlineMs: number, status: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    // If something does not close in time the process ends anyway; without a shell nobody else would end it.
    setTimeout(() => process.exit(status), deadlineMs + LAST_DEADLINE_MS).unref();
    const service = await starting;
    await service?.close(deadlineMs);
    process.exit(status);
  }

  channel.onMessage((message) => {
    if (!fits(ShellMessage, message)) return;
    switch (message.t) {
      case 'start':
        starting ??= start(message.settings);
        break;
      case 'stop':
        void end(message.deadlineMs, SERVICE_EXITS.done);
        break;
      case 'keychain-answer':
        keychain.hear(message.id, message.answer);
        break;
      default:
        assertNever(message);
    }
  });
  // Node would end the process too, but print the error with the user's keys unmasked; a utility process of Electron only warns.
  for (const event of ['unhandledRejection', 'uncaughtException'])
    process.on(event, (error: unknown) => {
      log(stackOf(error));
      process.exit(SERVICE_EXITS.failed);
    });
  channel.onDisconnect(() => void end(ORPHAN_DEADLINE_MS, SERVICE_EXITS.done));
  // Ctrl-C goes to the whole process group; the shell also gets it and then sends `stop`.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void end(ORPHAN_DEADLINE_MS, SERVICE_EXITS.done));
}

/** Asks the shell for the keychain. Nothing of it is ever logged. */
function openKeychainCalls(channel: Channel) {
  const waiting = new Map<number, (answer: KeychainAnswer) => void>();
  let lastId = 0;
  return {
    ask(request: KeychainRequest, mayPrompt: boolean): Promise<KeychainAnswer> {
      lastId += 1;
      const id = lastId;
      const { promise, resolve } = Promise.withResolvers<KeychainAnswer>();
      waiting.set(id, resolve);
      void channel.send({ t: 'keychain', id, mayPrompt, request });
      return promise;
    },
    hear(id: number, answer: KeychainAnswer): void {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
  };
}
