import path from 'node:path';
import { app, BrowserWindow, protocol, session, utilityProcess } from 'electron';

/** A test app for these specs: it records Electron's behaviour before it is ready, then serves two pages. */

/** @param {() => unknown} act @returns {string} the error that it threw, or a text that it threw none */
function thrownBy(act) {
  try {
    act();
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const schemes = [
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
];
/** @type {string[]} */
const order = [];
const early = {
  isReady: app.isReady(),
  window: thrownBy(() => new BrowserWindow()),
  utility: thrownBy(() => utilityProcess.fork('none.js')),
  schemes: thrownBy(() => protocol.registerSchemesAsPrivileged(schemes)),
  sandbox: thrownBy(() => app.enableSandbox()),
  lock: app.requestSingleInstanceLock(),
};
app.on('ready', () => order.push('ready'));
app.whenReady().then(() => order.push('whenReady'));
order.push('evaluated');
Object.assign(globalThis, { early, order, thrownBy });

app.on('window-all-closed', () => undefined);
app.whenReady().then(async () => {
  session.defaultSession.protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/echo')
      return Response.json({
        method: request.method,
        body: await request.text(),
        initiator: request.initiatorOrigin,
      });
    if (pathname === '/failing') throw new Error('The handler fails');
    if (pathname === '/redirect') return new Response(null, { status: 302, headers: { location: '/two' } });
    return new Response(`<!doctype html><title>${pathname}</title><h1>${pathname}</h1>`, {
      headers: { 'content-type': 'text/html', 'x-given': 'yes' },
    });
  });
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      preload: path.join(import.meta.dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
    },
  });
  window.once('ready-to-show', () => order.push('ready-to-show'));
  await window.loadURL('app://bundle/one');
  order.push('loaded');
});
