import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What a made-up service does after `init`; each is a body of JavaScript with `send`, `message` and `http` in reach. */
export const BEHAVIOURS = {
  well: `serve()`,
  'crash-at-once': `process.exit(3)`,
  'crash-when-asked': `serve((path) => { if (path === '/crash') process.exit(4); })`,
  hang: `serve(); setTimeout(() => { for (;;); }, 50)`,
  'deaf-to-shutdown': `deaf = true; serve()`,
  'folder-in-use': `send({ t: 'fatal', code: 'folder_in_use', message: 'The folder is in use.' }); process.disconnect()`,
  // An answer that has no end, as a very large export seems to its reader.
  streams: `serve((path, response) => {
    if (path === '/healthz') return false;
    response.writeHead(200, { 'Content-Type': 'text/csv' });
    const writing = setInterval(() => response.write('2024-01-02,1.00\\n'), 5);
    response.on('close', () => clearInterval(writing));
    return true;
  })`,
  // Each call fails with its own name, which a log then holds.
  'refuses-calls': `serve(); hear(({ t, id, name }) => {
    if (t === 'call') send({ t: 'result', id, ok: false, code: 'bug', message: name });
  })`,
  'never-listens': `setInterval(() => undefined, 1000)`,
} as const;
export type Behaviour = keyof typeof BEHAVIOURS;

/** @returns the path of a program that speaks the control channel and behaves badly as wanted: as a child of Node or as a utility process. */
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
function serve(onRequest = () => false) {
  const server = http.createServer((request, response) => {
    if (onRequest(request.url, response) === true) return;
    response.end(JSON.stringify({ pid: process.pid, authorization: request.headers.authorization }));
  });
  server.listen(0, '127.0.0.1', () =>
    send({ t: 'listening', port: server.address().port, pid: process.pid, version: '0' }));
}
hear((message) => {
  if (message.t === 'init') { ${BEHAVIOURS[behaviour]} }
  if (message.t === 'ping') send({ t: 'pong', id: message.id, requests: 0 });
  if (message.t === 'shutdown' && !deaf) { send({ t: 'bye' }); process.exit(0); }
});
process.on('disconnect', () => process.exit(0));
`,
  );
  return file;
}
