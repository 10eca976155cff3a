import { type Rectangle, SMALLEST } from './place-window.ts';

export type WindowOptions = {
  bounds: Rectangle;
  /** From `groundColour`. */
  colour: string;
  /** Absolute path of the preload script. */
  preload: string;
  /** Developer tools, in a checkout only. */
  hasDeveloperTools: boolean;
};

/** Options of the one kind of window that there is: no Node, isolated, sandboxed, alone with its own origin. */
export function windowOptions({ bounds, colour, preload, hasDeveloperTools }: WindowOptions) {
  return {
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Almanac',
    backgroundColor: colour,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: hasDeveloperTools,
    },
  };
}
