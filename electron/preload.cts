import type { DesktopBridge, DesktopChannel } from '../service/contract/desktop.ts';

// A sandboxed preload script must be CommonJS, and may load only this module.
const { contextBridge, ipcRenderer } = require('electron') as typeof import('electron');

/** Sends a message over a channel. The main process checks every input and output. */
const ask = (channel: DesktopChannel, input: unknown = null) =>
  ipcRenderer.invoke(`almanac:${channel}`, input);

const bridge: DesktopBridge = {
  nextCommand: () => ask('next-command'),
  offer: (offer) => ask('offer', offer),
  setTheme: (theme) => ask('set-theme', theme),
  chooseFile: () => ask('choose-file'),
  revealDownload: () => ask('reveal-download'),
  windowAction: (action) => ask('window-action', action),
  openDataFolder: () => ask('open-data-folder'),
};

contextBridge.exposeInMainWorld('almanac', bridge);
