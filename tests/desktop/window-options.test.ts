import { expect, test } from 'vitest';
import { backgroundColour, themeSource, windowOptions } from '../../electron/desktop/index.ts';

const bounds = { x: 10, y: 20, width: 1_000, height: 700 };

test('the window has no Node, is isolated and sandboxed, and no protection is switched off', () => {
  const { webPreferences, ...options } = windowOptions({
    bounds,
    colour: '#14181e',
    preload: '/app/preload.cjs',
    hasDeveloperTools: false,
  });
  expect(webPreferences).toEqual({
    preload: '/app/preload.cjs',
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
    devTools: false,
  });
  expect(options).toEqual({
    ...bounds,
    minWidth: 800,
    minHeight: 600,
    show: false,
    title: 'Almanac',
    backgroundColor: '#14181e',
  });
});

test('before its first paint the window has the colour of the page in that theme', () => {
  expect(backgroundColour('dark', false)).toBe(backgroundColour('auto', true));
  expect(backgroundColour('light', true)).toBe(backgroundColour('auto', false));
  expect(backgroundColour('dark', true)).not.toBe(backgroundColour('light', true));
  expect(['auto', 'light', 'dark'].map((theme) => themeSource(theme as 'auto'))).toEqual([
    'system',
    'light',
    'dark',
  ]);
});
