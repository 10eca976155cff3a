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
import type { PageServer } from './page/index.ts';
import type { Channel } from './process/channel.ts';
import { removeDrafts } from './process/drafts.ts';
import type { RunningService } from './service-options.ts';
import { readFileSettings } from './settings/index.ts';
import { createKnownSecrets, createVault, learnSecrets } from './vault/index.ts';

/** Milliseconds for running requests after the shell has ended without `stop`. */
const ORPHAN_DEADLINE_MS = 1000;
/** Milliseconds for running requests if the service is restarted or a person quits. */
const END_DEADLINE_MS = 3000;
/** Milliseconds after the deadline of closing until the process ends in any case. */
const LAST_DEADLINE_MS = 2000;

/**
 * Runs the service for a shell until `stop` or a failure. The process's status is one of `SERVICE_EXITS`.
 * @param pageServer with the page's port, if that listens already
 */
export function runService(channel: Channel, pageServer?: PageServer): void {
  const secrets = createKnownSecrets({});
  const log = (line: string) => void process.stderr.write(`${secrets.hide(line)}\n`);
  const keychain = openKeychainCalls(channel);
  let starting: Promise<RunningService | undefined> | undefined;
  let isEnding = false;

  async function start({ page, port, portBefore, ...settings }: ServiceStart) {
    const { dataDir } = settings;
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
            server: pageServer,
            vault,
            learn: secrets.learn,
            end: (how) =>
              void end(END_DEADLINE_MS, how === 'quit' ? SERVICE_EXITS.done : SERVICE_EXITS.restart),
          },
          follow,
          mirror: process.env.ALMANAC_MIRROR || undefined,
          publisherKeys: vaultKeys(vault, log),
          now: () => new Date(),
          log,
        },
        (why) => {
          log(why.message);
          // Without its folder another start would fail too.
          if (existsSync(dataDir)) process.exit(SERVICE_EXITS.restart);
          void fail(why);
        },
      );
      if (!service.page) throw new Error('The service has no page');
      const { port: pagePort, token } = service.page;
      await channel.send({ t: 'listening', port: service.port, pagePort, token });
      // Drafts that ended processes left; the lock of the data folder has removed those in it.
      removeDrafts(tmpdir(), true);
      // This only saves time. If it fails, the first request reports why.
      service.warmUp().catch(() => undefined);
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
        keychain.receive(message.id, message.answer);
        break;
      default:
        assertNever(message);
    }
  });
  // Node would print the error with the user's keys unmasked; a utility process of Electron would only warn.
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

/** Passes requests for the keychain to the shell. They are never logged. */
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
    receive(id: number, answer: KeychainAnswer): void {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
  };
}
