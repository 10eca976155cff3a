import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type {
  DesktopBridge,
  DesktopCommand,
  MenuAction,
  MenuOffer,
  Theme,
} from '../../service/contract/desktop.ts';

/** The desktop window, where the page runs in one; in a browser all of this does nothing, and the page's own ways remain. */
const desktop = (): DesktopBridge | undefined => (window as { almanac?: DesktopBridge }).almanac;

const FILE = ['desktop', 'file'] as const;
/** Chosen in a dialog of the system, which grants it to this page, or dropped on a screen. */
type ChosenFile = { name: string; grant: string } | { name: string; files: readonly File[] };

/** What the menus are told: they show what can be done now. */
const offered: { screens: MenuOffer['screens']; runs: Map<MenuAction, () => void> } = {
  screens: [],
  runs: new Map(),
};
let isOfferDue = false;

/** Once for all changes of one moment. */
function sendOffer(): void {
  if (isOfferDue || !desktop()) return;
  isOfferDue = true;
  queueMicrotask(() => {
    isOfferDue = false;
    void desktop()?.offer({ screens: offered.screens, actions: [...offered.runs.keys()] });
  });
}

/** Tells the menus which screens there are. */
export function offerScreens(screens: MenuOffer['screens']): void {
  offered.screens = screens;
  sendOffer();
}

/**
 * While the caller is mounted, the menu item of the desktop window is there and runs `run`. Without effect in a browser.
 * @param run undefined where it cannot be done now
 */
export function useMenuAction(action: MenuAction, run: (() => void) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  const canRun = run !== undefined;
  useEffect(() => {
    if (!canRun) return;
    const mine = () => latest.current?.();
    offered.runs.set(action, mine);
    sendOffer();
    return () => {
      if (offered.runs.get(action) !== mine) return;
      offered.runs.delete(action);
      sendOffer();
    };
  }, [action, canRun]);
}

/** @returns what the shown screen can do of that which menus hold, also where there are no menus. */
export function menuActions(): ReadonlyMap<MenuAction, () => void> {
  return offered.runs;
}

/** Runs what menus, links and dialogs of the desktop ask of the page, one after the other. @returns a function that ends it. */
export function followCommands(act: (command: Exclude<DesktopCommand, { t: 'run' }>) => void): () => void {
  const bridge = desktop();
  if (!bridge) return () => undefined;
  let isOver = false;
  const follow = async (): Promise<void> => {
    while (!isOver) {
      const command = await bridge.nextCommand();
      // Another caller asks now.
      if (command === null) return;
      if (command.t === 'run') offered.runs.get(command.action)?.();
      else act(command);
    }
  };
  // The host goes away only with the window.
  follow().catch(() => undefined);
  return () => {
    isOver = true;
  };
}

/** Lets the window, its menus and the system's dialogs follow the page's choice. */
export function tellTheme(theme: Theme): void {
  void desktop()?.setTheme(theme);
}

/** The system's dialog for a file; what is chosen comes by `useChosenFile`. Undefined in a browser. */
export function fileDialog(): (() => void) | undefined {
  const bridge = desktop();
  return bridge && (() => void bridge.chooseFile());
}

/** Shows the newest finished download in its folder; nothing where none is finished. Undefined in a browser, which has its own way. */
export function showDownload(): (() => void) | undefined {
  const bridge = desktop();
  return bridge && (() => void bridge.revealDownload());
}

/** @returns the file that was chosen in a dialog of the system, or dropped on any screen, and that nobody has taken yet, and how to take it. */
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

/** @returns a function that hands a chosen file to whoever uses `useChosenFile`. */
export function useHandOverFile(): (file: ChosenFile) => void {
  const client = useQueryClient();
  return (file) => void client.setQueryData(FILE, file);
}
