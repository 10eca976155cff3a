import { tellBug } from './calls/index.ts';
import { HOST_CALLS, HostMessage, SERVICE_CALLS, type ServiceSettings } from './contract/control.ts';
import { assertNever, Failure } from './contract/failure.ts';
import { fits } from './contract/fits.ts';
import { startLastingService } from './lasting-service.ts';
import type { Channel } from './process/channel.ts';
import { askedKeys } from './process/publisher-keys.ts';
import { answererOf, callerOf } from './process/rpc.ts';
import { almanacVersion } from './process/version.ts';
import type { RunningService } from './service-options.ts';

/** How long running requests may continue if the host has ended without `shutdown`. */
const ORPHAN_DEADLINE_MS = 1000;

/** How long after the deadline of closing the process ends in any case. */
const LAST_DEADLINE_MS = 2000;

/** Runs the service for a host until `shutdown`, or until the host ends. The exit status is 0, or 1 if it could not start or continue. */
export function runService(channel: Channel): void {
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const host = callerOf(HOST_CALLS, channel.send);
  const calls = answererOf(
    SERVICE_CALLS,
    async (name, input, context) => {
      const service = await starting;
      if (!service) throw new Failure('cancelled', 'The data service is not ready.');
      return service.calls.call(name, input, context);
    },
    channel.send,
    (error) => tellBug(error, log),
  );
  let starting: Promise<RunningService | undefined> | undefined;
  let running: RunningService | undefined;
  let isEnding = false;

  async function start(settings: ServiceSettings): Promise<RunningService | undefined> {
    try {
      const service = await startLastingService(
        {
          ...settings,
          mirror: process.env.ALMANAC_MIRROR || undefined,
          publisherKeys: askedKeys(host.call),
          now: () => new Date(),
          log,
        },
        (why) => void fail(why),
      );
      running = service;
      await channel.send({
        t: 'listening',
        port: service.port,
        pid: process.pid,
        version: almanacVersion(),
      });
      // It only saves time: a service that cannot do it goes on, and says why when it is asked.
      service
        .warmUp()
        .catch((error: unknown) => log(`The catalogue could not be made ahead: ${String(error)}`));
      return service;
    } catch (error) {
      return fail(error);
    }
  }

  async function fail(error: unknown): Promise<never> {
    if (!(error instanceof Failure))
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    await channel.send({
      t: 'fatal',
      code: error instanceof Failure ? error.code : 'bug',
      message: error instanceof Failure ? error.message : 'The service could not start; its log says more.',
    });
    process.exit(1);
  }

  async function end(deadlineMs: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    // If something does not close in time the process ends anyway; without a host nobody else would end it.
    setTimeout(() => process.exit(1), deadlineMs + LAST_DEADLINE_MS).unref();
    const service = await starting;
    await service?.close(deadlineMs);
    await channel.send({ t: 'bye' });
    process.exit(0);
  }

  async function pong(id: number): Promise<void> {
    // The service answers while it starts too, because it is alive.
    const damage = running?.damage();
    const requests = running?.requests() ?? 0;
    await channel.send({ t: 'pong', id, requests, ...(damage ? { damage } : {}) });
  }

  channel.onMessage((message) => {
    if (calls.hear(message) || host.hear(message) || !fits(HostMessage, message)) return;
    switch (message.t) {
      case 'init':
        starting ??= start(message.settings);
        break;
      case 'ping':
        void pong(message.id);
        break;
      case 'shutdown':
        void end(message.deadlineMs);
        break;
      default:
        assertNever(message);
    }
  });
  // Node would end the process by default, but a utility process of Electron only warns.
  process.on('unhandledRejection', (reason) => {
    log(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason));
    process.exit(1);
  });
  channel.onDisconnect(() => void end(ORPHAN_DEADLINE_MS));
  // Ctrl-C goes to the whole process group; the host also gets it and then sends `shutdown`.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void end(ORPHAN_DEADLINE_MS));
}
