import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import path from 'node:path';
import { parseStartArguments } from '../../start-arguments.mjs';
import { SetUpFailure, say } from '../say.mjs';
import { setUp } from '../set-up.mjs';

/** Paths that the service answers; `^` begins a pattern. Vite answers all others, such as `/api/index.ts`. */
const SERVICE_PATHS = [
  '^/api/v1/',
  '^/yields/series=',
  '^/constituents/series=',
  '/host',
  '/auth',
  '/download',
  '/docs',
  '/healthz',
  '/openapi.json',
];

/** Wait this long after a change, because editors write a file in several steps. */
const SETTLE_MS = 150;

/** @param {string} _root @param {string[]} args */
export async function answerEarly(_root, args) {
  parseStartArguments(args);
  return false;
}

/**
 * Runs browser mode with reloading. Vite serves the page and passes the service's paths on; a change of
 * service or shell restarts both. @param {string} root @param {string[]} args passed on to browser mode
 */
export async function run(root, args) {
  await setUp(root, ['service', 'shell', 'renderer'], 'usable');
  const port = await freePort();
  const pageUrl = await servePage(root, `http://127.0.0.1:${port}`);
  const words = [...args, '--no-open', '--port', String(port)];
  // Every run of the shell signs sessions with this secret, so that the page stays signed in.
  const sessionSecret = randomBytes(32).toString('base64url');
  let shell = startShell(root, words, pageUrl, sessionSecret);
  /** @type {NodeJS.Timeout | undefined} */
  let waiting;
  const restart = async () => {
    try {
      await setUp(root, ['service', 'shell']);
    } catch (error) {
      // Keep the running shell until the files build again.
      if (!(error instanceof SetUpFailure)) throw error;
      say(error.message);
      return;
    }
    say('starting again');
    await stopShell(shell);
    shell = startShell(root, words, pageUrl, sessionSecret);
  };
  for (const folder of ['service', 'electron']) {
    watch(path.join(root, folder), { recursive: true }, () => {
      clearTimeout(waiting);
      waiting = setTimeout(restart, SETTLE_MS);
    });
  }
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, async () => {
      await stopShell(shell);
      process.exit(0);
    });
  }
}

/** @param {string} root @param {string} serviceUrl @returns {Promise<string>} the page's address */
async function servePage(root, serviceUrl) {
  const { createServer } = await import('vite');
  // The service answers only requests with its own host and origin.
  const proxy = { target: serviceUrl, changeOrigin: true, headers: { origin: serviceUrl } };
  const server = await createServer({
    configFile: path.join(root, 'renderer/vite.config.ts'),
    cacheDir: path.join(root, '.build/vite'),
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: Object.fromEntries(SERVICE_PATHS.map((at) => [at, proxy])),
    },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || typeof address !== 'object')
    throw new SetUpFailure('Vite’s server does not listen');
  return `http://127.0.0.1:${address.port}`;
}

/**
 * @param {string} root @param {string[]} args @param {string} pageUrl printed instead of the service's
 * address @param {string} sessionSecret
 */
function startShell(root, args, pageUrl, sessionSecret) {
  const program = path.join(root, '.build/shell/browser-mode.js');
  const child = spawn(process.execPath, [program, ...args], { stdio: ['inherit', 'pipe', 'inherit', 'ipc'] });
  child.send({ sessionSecret });
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+(?=\/#)/g, pageUrl));
  });
  return child;
}

/** @param {import('node:child_process').ChildProcess} child */
async function stopShell(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** @returns {Promise<number>} a port that nobody listens on */
function freePort() {
  const socket = createSocket();
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const address = socket.address();
      socket.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
