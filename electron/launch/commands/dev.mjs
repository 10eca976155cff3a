import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import path from 'node:path';
import { parseStartArguments } from '../../start-arguments.mjs';
import { SetUpFailure, say } from '../say.mjs';
import { setUp } from '../set-up.mjs';

/** Paths that the host answers; Vite answers all others. */
const HOST_PATHS = [
  '/api',
  // Without the slash they are screens.
  '/yields/',
  '/constituents/',
  '/host',
  '/auth',
  '/download',
  '/docs',
  '/healthz',
  '/openapi.json',
];

/** Editors write a file in several steps. */
const SETTLE_MS = 150;

/** @param {string} _root @param {string[]} args */
export function answerEarly(_root, args) {
  parseStartArguments(args);
  return false;
}

/**
 * `npm run dev`: browser mode with reloading. Vite's server serves the page, updates it when it is edited, and passes all other requests
 * to the host. Service and host are built and started again when their files change.
 * @param {string} root
 * @param {string[]} args passed on to browser mode
 */
export async function run(root, args) {
  await setUp(root, ['service', 'host', 'renderer'], 'usable');
  const port = await freePort();
  const pageUrl = await servePage(root, `http://127.0.0.1:${port}`);
  const words = [...args, '--no-open', '--stay', '--port', String(port)];
  let host = startHost(root, words, pageUrl, []);
  /** @type {NodeJS.Timeout | undefined} */
  let waiting;
  const restart = async () => {
    try {
      await setUp(root, ['service', 'host']);
    } catch (error) {
      // The running host stays until the files build again.
      if (!(error instanceof SetUpFailure)) throw error;
      say(error.message);
      return;
    }
    say('starting the host again');
    host = startHost(root, words, pageUrl, await stopHost(host));
  };
  for (const folder of ['service', 'electron']) {
    watch(path.join(root, folder), { recursive: true }, () => {
      clearTimeout(waiting);
      waiting = setTimeout(restart, SETTLE_MS);
    });
  }
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, async () => {
      await stopHost(host);
      process.exit(0);
    });
  }
}

/** @param {string} root @param {string} hostUrl @returns {Promise<string>} the page's address */
async function servePage(root, hostUrl) {
  const { createServer } = await import('vite');
  // The host answers only requests that are addressed to it and come from its own page.
  const proxy = { target: hostUrl, changeOrigin: true, headers: { origin: hostUrl } };
  const server = await createServer({
    configFile: path.join(root, 'renderer/vite.config.ts'),
    cacheDir: path.join(root, '.build/vite'),
    server: { host: '127.0.0.1', port: 5173, proxy: Object.fromEntries(HOST_PATHS.map((at) => [at, proxy])) },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || typeof address !== 'object')
    throw new SetUpFailure('Vite’s server does not listen');
  return `http://127.0.0.1:${address.port}`;
}

/**
 * @param {string} root
 * @param {string[]} args
 * @param {string} pageUrl replaces the host's own address wherever it prints that
 * @param {unknown} sessions of the host before, so that its page stays signed in
 */
function startHost(root, args, pageUrl, sessions) {
  const program = path.join(root, '.build/host/browser-mode.js');
  const child = spawn(process.execPath, [program, ...args], { stdio: ['inherit', 'pipe', 'inherit', 'ipc'] });
  child.send(/** @type {import('node:child_process').Serializable} */ (sessions));
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+(?=\/#)/g, pageUrl));
  });
  return child;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<unknown>} its sessions, for the next one
 */
async function stopHost(child) {
  /** @type {unknown} */
  let sessions = [];
  if (child.exitCode !== null || child.signalCode !== null) return sessions;
  child.once('message', (left) => {
    sessions = left;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return sessions;
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
