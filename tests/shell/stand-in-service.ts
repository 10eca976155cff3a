import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServiceStart } from '../../service/contract/service-channel.ts';

/** The behaviours of made-up services after `start`: code that can use `send`, `settings` and `serve`. */
export const BEHAVIOURS = {
  well: `serve()`,
  'crash-at-once': `process.exit(3)`,
  'crash-when-asked': `serve((path) => { if (path === '/crash') process.exit(4); })`,
  'again-when-asked': `serve((path) => { if (path === '/again') process.exit(75); })`,
  'again-at-once': `process.exit(75)`,
  'quit-when-asked': `serve((path) => { if (path === '/quit') process.exit(0); })`,
  hang: `serve(); setTimeout(() => { for (;;); }, 50)`,
  'deaf-to-stop': `deaf = true; serve()`,
  'folder-in-use': `send({ t: 'fatal', code: 'folder_in_use', message: 'The folder is in use.' }); process.disconnect()`,
  // Reports a fatal bug, and keeps running.
  bug: `send({ t: 'fatal', code: 'bug', message: 'x is not a function' })`,
  // Requests a secret and serves it, so that the test sees the answer.
  'asks-keychain': `send({ t: 'keychain', id: 7, mayPrompt: true, request: { act: 'read', place: 'keychain', account: 'publisher:BLS' } }); serve()`,
  // A page and an endless download, like a very large export.
  streams: `serve((path, response) => {
    if (path === '/healthz') return false;
    const isDownload = path.startsWith('/download/');
    response.writeHead(200, isDownload
      ? { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment' }
      : { 'Content-Type': 'text/html' });
    if (!isDownload) return response.end('<!doctype html><link rel="icon" href="data:,"><title>Almanac</title>');
    const writing = setInterval(() => response.write('2024-01-02,1.00\\n'), 5);
    response.on('close', () => clearInterval(writing));
  })`,
  'never-listens': `setInterval(() => undefined, 1000)`,
} as const;
export type Behaviour = keyof typeof BEHAVIOURS;

/**
 * @returns the path of a program with this behaviour for the channel of shell and service, as a child of Node
 * or as a utility process. Its page port answers its id, its settings and the keychain's answers.
 */
export function standInService(
  behaviour: Behaviour,
  file = path.join(mkdtempSync(path.join(tmpdir(), 'almanac-stand-in-')), 'service.mjs'),
): string {
  writeFileSync(
    file,
    `import http from 'node:http';
const port = process.parentPort;
const send = (message) => (port ? port.postMessage(message) : process.send?.(message));
const hear = (take) => (port ? port.on('message', ({ data }) => take(data)) : process.on('message', take));
let deaf = false;
let settings;
let opened = 0;
const keychain = [];
const answerOf = (path) => path === '/control/open'
  ? { address: 'http://127.0.0.1:' + settings.page.port + '/#t=opened-' + ++opened }
  : { pid: process.pid, settings, keychain };
function serve(onRequest = () => undefined) {
  const api = http.createServer();
  const page = http.createServer((request, response) => {
    onRequest(request.url, response);
    if (!response.headersSent) response.end(JSON.stringify(answerOf(request.url)));
  });
  const listen = (server, wanted) => new Promise((resolve) => server.listen(wanted, '127.0.0.1', () => resolve(server.address().port)));
  Promise.all([listen(api, settings.portBefore ?? 0), listen(page, settings.page.port)]).then(([apiPort, pagePort]) => {
    settings.page.port = pagePort;
    send({ t: 'listening', port: apiPort, pagePort, token: 'first' });
  });
}
hear((message) => {
  if (message.t === 'start') { settings = message.settings; ${BEHAVIOURS[behaviour]} }
  if (message.t === 'keychain-answer') keychain.push(message);
  if (message.t === 'stop' && !deaf) process.exit(0);
});
process.on('disconnect', () => process.exit(0));
`,
  );
  return file;
}

/** Settings of a start for made-up services. */
export const SOME_START: ServiceStart = {
  dataDir: '/nowhere',
  pageSize: 5_000,
  sample: false,
  page: {
    mode: 'browser',
    port: 0,
    isPortFixed: false,
    folder: '/nowhere',
    sessionSecret: 'session-secret-that-nobody-else-may-see',
    controlSecret: 'control-secret-that-nobody-else-may-see',
    environmentKeys: { ALMANAC_KEY_BLS: 'key-that-nobody-else-may-see' },
    logFile: '/nowhere/logs/almanac.log',
    shell: { pid: 1, versions: {} },
    startup: { origin: 0, marks: {}, report: null },
  },
};
