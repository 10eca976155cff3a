import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import {
  type ComponentType,
  createContext,
  lazy,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type ActionId, actionOf } from '../../service/contract/actions.ts';
import { loadCode } from '../api/index.ts';
import type { SearchAction } from '../picker/index.ts';
import type { FrameLoaders, SaveHereProps, ScreenDefinition } from './types.ts';

/** The screens, from `Frame`: importing their table would be a cycle, since each screen imports this room. */
export const ScreensContext = createContext<readonly ScreenDefinition[]>([]);

export const useScreens = () => useContext(ScreensContext);

/** Parts of the frame from the screens' rooms, provided in the same way. */
type FrameParts = { SaveHere: ComponentType<SaveHereProps> };
export const PartsContext = createContext<FrameParts>({ SaveHere: () => null });

export const useFrameParts = () => useContext(PartsContext);

/** @returns the parts; the code of each loads at its first render. */
export function frameParts({ saveHere }: FrameLoaders): FrameParts {
  return { SaveHere: lazy(async () => ({ default: await loadCode(saveHere) })) };
}

/** @returns a search action from the shared list (`contract/actions.ts`). @param more overrides */
export function ownAction(id: ActionId, run: () => void, more: Partial<SearchAction> = {}): SearchAction {
  const { title, words } = actionOf(id);
  return { id, title, detail: 'Action', words, ...more, run };
}

/** The current screen's actions for the search (Ctrl-K). Only an open search rerenders when they change. */
let offers: readonly { current: readonly SearchAction[] }[] = [];
const followers = new Set<() => void>();

function setOffers(next: typeof offers): void {
  offers = next;
  for (const follower of followers) follower();
}

/** Adds actions to the search (Ctrl-K) while the caller is mounted. */
export function useOfferedActions(actions: readonly SearchAction[]): void {
  const offer = useRef(actions);
  offer.current = actions;
  useEffect(() => {
    setOffers([...offers, offer]);
    return () => setOffers(offers.filter((other) => other !== offer));
  }, []);
}

/** @returns the current screen's actions; follows a screen change while the search is open. */
export function useScreenActions(): readonly SearchAction[] {
  return useSyncExternalStore(followOffers, () => offers).flatMap(({ current }) => current);
}

function followOffers(follower: () => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** Elements that take letters as text or as their own keys. */
const TYPING =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable=true], [role=tree], [role=menu], [role=listbox], [role=dialog]';

/** True if a key is pressed in an element that takes letters as text or for choosing an entry. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** One-letter keys (and Escape) for the whole screen, off while typing. @param keys by lower-case `key` */
export function usePlainKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const run = keys[event.key.toLowerCase()];
    if (run === undefined || isTyping(event)) return;
    event.preventDefault();
    run();
  });
}

/**
 * A panel that a button of the frame opens (`Popover`). Escape closes it from anywhere and returns the focus
 * to the button. It also closes when the focus moves elsewhere, and then leaves the focus there.
 * @returns the props of the `Popover`, its button and its dropdown
 */
export function useButtonPanel() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return;
    // Escape closes only the panel, not also the chart's crosshair or the details.
    event.preventDefault();
    close();
  };
  useWindowEvent('keydown', press, { capture: true });
  useWindowEvent('focusin', ({ target }) => {
    const isOwn = target instanceof Node && [button, panel].some(({ current }) => current?.contains(target));
    if (!isOwn) setOpen(false);
  });
  return {
    isOpen,
    close,
    popover: { opened: isOpen, onChange: setOpen, trapFocus: true, closeOnEscape: false },
    button: { ref: button, onClick: () => setOpen((before) => !before) },
    panel: { ref: panel },
  };
}

/** True if the window matches a media query. In print, the answer from before: drawings keep their size. */
export function useWindowFits(query: string): boolean {
  const fits = useMediaQuery(query, true, { getInitialValueInEffect: false });
  const inWindow = useRef(fits);
  if (!window.matchMedia('print').matches) inWindow.current = fits;
  return inWindow.current;
}
