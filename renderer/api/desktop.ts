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

/** The bridge to the desktop window. `undefined` in a browser, where the page does without a window's menus and dialogs. */
const desktop = (): DesktopBridge | undefined => (window as { almanac?: DesktopBridge }).almanac;

const FILE = ['desktop', 'file'] as const;
/** A file that was chosen in the system's dialog, and that the window has uploaded, or files that were dropped on a screen. */
type ChosenFile = { name: string; upload: Upload } | { name: string; files: readonly File[] };

/** What the window's menus offer: the screens, and the actions that work now. */
const offered: { screens: MenuOffer['screens']; runs: Map<MenuAction, () => void> } = {
  screens: [],
  runs: new Map(),
};
let isOfferDue = false;

/** Sends the offer to the window, once for all changes of a tick. */
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

/** Offers an action in the window's menus and in the search (Ctrl-K) while the caller is mounted. @param run `undefined`: not now */
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

/** @returns the menu actions that work on the current screen; in a browser too. */
export function menuActions(): ReadonlyMap<MenuAction, () => void> {
  return offered.runs;
}

/** Carries out commands of the window's menus, links and dialogs, one after the other. @returns a function that stops it. */
export function followCommands(act: (command: Exclude<DesktopCommand, { t: 'run' }>) => void): () => void {
  const bridge = desktop();
  if (!bridge) return () => undefined;
  let isOver = false;
  const follow = async (): Promise<void> => {
    while (!isOver) {
      const command = await bridge.nextCommand();
      // Another caller has taken over.
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

/** Tells the window the chosen appearance, for its menus and dialogs. */
export function tellTheme(theme: Theme): void {
  void desktop()?.setTheme(theme);
}

/** @returns a function that opens the system's file dialog, whose file `useChosenFile` gives; as those below `undefined` in a browser. */
export const fileDialog = () => ofDesktop((bridge) => () => void bridge.chooseFile());

/** @returns a function that shows the newest finished download in its folder. */
export const showDownload = () => ofDesktop((bridge) => () => void bridge.revealDownload());

/** @returns a function that does what an item of the window's menus does. */
export const windowActions = () =>
  ofDesktop((bridge) => (action: WindowAction) => void bridge.windowAction(action));

/** @returns a function that opens the data folder in the system's file manager, and resolves to whether it did. */
export const openDataFolder = () => ofDesktop((bridge) => () => bridge.openDataFolder());

function ofDesktop<Action>(action: (bridge: DesktopBridge) => Action): Action | undefined {
  const bridge = desktop();
  return bridge && action(bridge);
}

/** @returns the file that was chosen in the system's dialog or dropped on a screen, until `forget` is called. */
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
