import { Failure } from '../contract/failure.ts';
import { DEFAULT_PORT, ECONOMIC_PAGE_SIZE } from '../contract/names.ts';
import { dataFolder } from '../process/data-folder.ts';
import { type Command, DATA_DIR } from './command.ts';
import { expectNoWords } from './expect-words.ts';
import { print, stopSignal, tell } from './output.ts';

/** How long answers may still run after a request to stop. */
const CLOSE_DEADLINE_MS = 5000;

export const serve: Command = {
  usage: ['serve [--data-dir DIR] [--port N] [--page-size N] [--no-sample] [--allow-origin ORIGIN]...'],
  description: [
    'Runs the service: answers the HTTP API on 127.0.0.1 until Ctrl-C, and prints its address when it is ready.',
    'Pages of other origins are refused, but for those of --allow-origin and of allowed_origins in settings.json.',
    'An empty folder is filled with sample data first. ALMANAC_KEY_BLS is sent to BLS by the refreshes of the schedule.',
  ],
  options: [
    DATA_DIR,
    {
      name: 'port',
      value: 'N',
      text: 'port, 0 to 65535; 0 takes a free one',
      default: String(DEFAULT_PORT),
    },
    {
      name: 'page-size',
      value: 'N',
      text: `records of a page, 1 to ${ECONOMIC_PAGE_SIZE}`,
      default: String(ECONOMIC_PAGE_SIZE),
    },
    { name: 'no-sample', text: 'leave an empty folder empty' },
    {
      name: 'allow-origin',
      value: 'ORIGIN',
      repeats: true,
      text: 'lets pages of this origin read the API with a key; repeatable',
    },
  ],
  examples: ['serve --port 0', 'serve --allow-origin https://example.org'],
  async run(given) {
    expectNoWords(given, 'serve');
    const dataDir = dataFolder(given.text('data-dir'));
    const { readFileSettings } = await import('../settings/index.ts');
    const port = wholeNumber('--port', given.text('port'), {
      least: 0,
      most: 65535,
      otherwise: readFileSettings(dataDir).port,
    });
    const pageSize = wholeNumber('--page-size', given.text('page-size'), {
      least: 1,
      most: ECONOMIC_PAGE_SIZE,
      otherwise: ECONOMIC_PAGE_SIZE,
    });
    const { checkedOrigin } = await import('../http/index.ts');
    const origins = given.texts('allow-origin').map(checkedOrigin);
    const { startLastingService } = await import('../lasting-service.ts');
    const { environmentKeys } = await import('../process/publisher-keys.ts');
    const stop = stopSignal();
    const ended = new AbortController();
    const service = await startLastingService(
      {
        dataDir,
        port,
        pageSize,
        sample: !given.has('no-sample'),
        allowedOrigins: origins,
        mirror: process.env.ALMANAC_MIRROR || undefined,
        publisherKeys: environmentKeys,
        now: () => new Date(),
        log: tell,
      },
      (why) => ended.abort(why),
    );
    const removeFromList = await announce(dataDir, service.port);
    print(`Listening on ${service.url}`);
    const end = AbortSignal.any([stop, ended.signal]);
    if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve, { once: true }));
    removeFromList();
    await service.close(CLOSE_DEADLINE_MS);
    ended.signal.throwIfAborted();
  },
};

/** Lets `almanac list` and `almanac stop` find this service. @returns a function that removes it from their list. */
async function announce(dataDir: string, servicePort: number): Promise<() => void> {
  const { announceInstance, ownProcessStart, removeInstance } = await import('../process/instances/index.ts');
  try {
    announceInstance({
      kind: 'service',
      dataDir,
      pid: process.pid,
      processStart: ownProcessStart(),
      startedAt: new Date().toISOString(),
      pagePort: null,
      servicePort,
      secret: null,
    });
  } catch (error) {
    tell(`almanac list will not show this service: ${String(error)}`);
  }
  return () => removeInstance(dataDir);
}

/**
 * @returns the number of an option, or `otherwise` where it was left out.
 * @throws Failure 'wrong_usage' for anything but a whole decimal number from `least` to `most`.
 */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  if (text === undefined) return otherwise;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Failure('wrong_usage', `${option} is a whole number from ${least} to ${most}, not '${text}'.`);
}
