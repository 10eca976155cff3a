const { contextBridge, ipcRenderer } = require('electron');

const kept = { secret: 1 };
contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  now: (number) => number + 1,
  call: (callback) => callback(2),
  fail: () => {
    throw new Error('from the preload');
  },
  kept,
  list: [1, 2],
});
