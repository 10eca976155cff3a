import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { app, BrowserWindow, utilityProcess } from 'electron';

/** A test app for these specs: records Electron's behaviour before it is ready, then serves two pages. */

/** @param {() => unknown} act @returns {string} the thrown error, or a text if nothing was thrown */
function thrownBy(act) {
  try {
    act();
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @type {string[]} */
const order = [];
const early = {
  isReady: app.isReady(),
  window: thrownBy(() => new BrowserWindow()),
  utility: thrownBy(() => utilityProcess.fork('none.js')),
  sandbox: thrownBy(() => app.enableSandbox()),
  lock: app.requestSingleInstanceLock(),
};
app.on('ready', () => order.push('ready'));
app.whenReady().then(() => order.push('whenReady'));
order.push('evaluated');
Object.assign(globalThis, { early, order, thrownBy });

app.on('window-all-closed', () => undefined);
const server = createServer(async (request, response) => {
  const pathname = request.url ?? '/';
  if (pathname === '/echo')
    response.end(JSON.stringify({ method: request.method, body: await text(request) }));
  else if (pathname === '/failing') response.destroy();
  else if (pathname === '/redirect') response.writeHead(302, { location: '/two' }).end();
  else {
    response.writeHead(200, { 'content-type': 'text/html', 'x-given': 'yes' });
    response.end(`<!doctype html><title>${pathname}</title><h1>${pathname}</h1>`);
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
Object.assign(globalThis, { origin });
app.whenReady().then(async () => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      preload: path.join(import.meta.dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
    },
  });
  window.once('ready-to-show', () => order.push('ready-to-show'));
  await window.loadURL(`${origin}/one`);
  order.push('loaded');
});
