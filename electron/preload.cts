import type { DesktopBridge, DesktopChannel } from '../service/contract/desktop.ts';

// A sandboxed preload script is CommonJS, and may load only this.
const { contextBridge, ipcRenderer } = require('electron') as typeof import('electron');

/**
 * The whole of what the page gets of the desktop: named functions that each ask the host one thing and answer a promise.
 * Sandboxed, so this is one file without any other import; what is sent is checked by the host.
 */
const ask = (channel: DesktopChannel, input: unknown = null) =>
  ipcRenderer.invoke(`almanac:${channel}`, input);

const bridge: DesktopBridge = {
  nextCommand: () => ask('next-command'),
  offer: (offer) => ask('offer', offer),
  setTheme: (theme) => ask('set-theme', theme),
  chooseFile: () => ask('choose-file'),
  revealDownload: () => ask('reveal-download'),
};

contextBridge.exposeInMainWorld('almanac', bridge);
