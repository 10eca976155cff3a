import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Upload } from '../../service/contract/app-state.ts';
import type {
  DesktopBridge,
  DesktopCommand,
  MenuAction,
  MenuOffer,
  Theme,
  WindowAction,
} from '../../service/contract/desktop.ts';

/** The bridge to the desktop window. `undefined` in a browser, which has no window menus and dialogs. */
const desktop = (): DesktopBridge | undefined => (window as { almanac?: DesktopBridge }).almanac;

const FILE = ['desktop', 'file'] as const;
/** A file chosen in the system's dialog and uploaded by the window, or files dropped on a screen. */
type ChosenFile = { name: string; upload: Upload } | { name: string; files: readonly File[] };

/** The items of the window's menus: the screens, and the actions that work now. */
const offered: { screens: MenuOffer['screens']; runs: Map<MenuAction, () => void> } = {
  screens: [],
  runs: new Map(),
};
let isOfferDue = false;

/** Sends the menu items to the window, once for all changes in a tick. */
function sendOffer(): void {
  if (isOfferDue || !desktop()) return;
  isOfferDue = true;
  queueMicrotask(() => {
    isOfferDue = false;
    void desktop()?.offer({ screens: offered.screens, actions: [...offered.runs.keys()] });
  });
}

export function offerScreens(screens: MenuOffer['screens']): void {
  offered.screens = screens;
  sendOffer();
}

/** Offers an action in menus and search while the caller is mounted. @param run `undefined`: unavailable */
export function useMenuAction(action: MenuAction, run: (() => void) | undefined): void {
  const latest = useEffectEvent(() => run?.());
  const canRun = run !== undefined;
  useEffect(() => {
    if (!canRun) return;
    const mine = () => latest();
    offered.runs.set(action, mine);
    sendOffer();
    return () => {
      if (offered.runs.get(action) !== mine) return;
      offered.runs.delete(action);
      sendOffer();
    };
  }, [action, canRun]);
}

/** @returns the menu actions that work on the current screen, also in a browser. */
export function menuActions(): ReadonlyMap<MenuAction, () => void> {
  return offered.runs;
}

/** Runs commands from the window's menus, links and dialogs in turn. @returns a function that stops this */
export function followCommands(act: (command: Exclude<DesktopCommand, { t: 'run' }>) => void): () => void {
  const bridge = desktop();
  if (!bridge) return () => undefined;
  let isOver = false;
  const follow = async (): Promise<void> => {
    while (!isOver) {
      const command = await bridge.nextCommand();
      // Another caller now follows the commands.
      if (command === null) return;
      if (command.t === 'run') offered.runs.get(command.action)?.();
      else act(command);
    }
  };
  // This fails only when the window closes.
  follow().catch(() => undefined);
  return () => {
    isOver = true;
  };
}

/** Passes the chosen theme to the window, for its menus and dialogs. */
export function setWindowTheme(theme: Theme): void {
  void desktop()?.setTheme(theme);
}

/** @returns a function that opens the file dialog, which sets `useChosenFile`; `undefined` in a browser. */
export const fileDialog = () => ifDesktop((bridge) => () => void bridge.chooseFile());

export const showDownload = () => ifDesktop((bridge) => () => void bridge.revealDownload());

export const windowActions = () =>
  ifDesktop((bridge) => (action: WindowAction) => void bridge.windowAction(action));

/** @returns a function that opens the data folder and resolves to whether it opened. */
export const openDataFolder = () => ifDesktop((bridge) => () => bridge.openDataFolder());

function ifDesktop<Action>(action: (bridge: DesktopBridge) => Action): Action | undefined {
  const bridge = desktop();
  return bridge && action(bridge);
}

/** @returns the file chosen in the system's dialog or dropped on a screen, until `forget` is called. */
export function useChosenFile(): { chosen: ChosenFile | undefined; forget: () => void } {
  const client = useQueryClient();
  const { data } = useQuery<ChosenFile | null>({
    queryKey: FILE,
    queryFn: () => null,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { chosen: data ?? undefined, forget: () => client.setQueryData(FILE, null) };
}

export function useHandOverFile(): (file: ChosenFile) => void {
  const client = useQueryClient();
  return (file) => void client.setQueryData(FILE, file);
}
