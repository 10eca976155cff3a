import type { RunState } from '../run-service.ts';
import type { MenuItem } from './menu-template.ts';

export type TrayState = {
  service: RunState;
  /** Address of the API for other tools; undefined while it does not listen. */
  baseUrl: string | undefined;
};
export type TrayActs = { open(): void; copyBaseUrl(): void; restart(): void; quit(): void };

/** @returns the menu of the tray icon: state and address of the service, and items to open and quit. */
export function trayTemplate({ service, baseUrl }: TrayState, acts: TrayActs): MenuItem[] {
  return [
    { id: 'tray-state', label: serviceText(service), enabled: false },
    ...(baseUrl === undefined
      ? []
      : [{ id: 'tray-url', label: `Copy ${baseUrl}`, click: acts.copyBaseUrl } satisfies MenuItem]),
    ...(service === 'stopped'
      ? [{ id: 'tray-restart', label: 'Restart the data service', click: acts.restart } satisfies MenuItem]
      : []),
    { type: 'separator' },
    { id: 'tray-open', label: 'Open Almanac', click: acts.open },
    { id: 'tray-quit', label: 'Quit', click: acts.quit },
  ];
}

/** @returns the state of the service in a few words. */
export const serviceText = (service: RunState): string => `Data service: ${service}`;

/**
 * The icon, 32 by 32: the mark of the app, in a grey that shows on light and dark bars. Drawn from the path of the mark in the page's
 * rail.
 */
export const TRAY_ICON =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAQAAADZc7J/AAABAklEQVR42q2VcRWEIAzG18AIRjCCEYxghIvAGhiBCEa4CEQgAhE8QAT02D1g9/aH7ynf77lvYwOEEBNK1HhUhLYnp0t3PgbcqqR5bFYVAAOqZrkL5RAOsHXJz78Al/vBiAmsIRyAhErnyYpAo8D4Aq7pTStgDvXvBLxi03UBJF5tp3oA6uw8G3v+HqrNG4Nc3L9QgNVnqr/MW54ngWrRW7bJPFMDeMcr7hCybB4NSGYlSME8CmDiqFi9DylE2a0nYAnH51vuBfPKgEswRrMkZV4JUDZL25oYukNywE+z6gGi7X7mgN1aJ1pHCrDmkQewRxp7qLLHOnux/GG1sZcra71/ALPiW5XyyoJEAAAAAElFTkSuQmCC';
