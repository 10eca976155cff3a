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

/** The table of screens, handed down by `Frame`: importing it here would be a circle, since each screen imports this room. */
export const ScreensContext = createContext<readonly ScreenDefinition[]>([]);

export const useScreens = () => useContext(ScreensContext);

/** Parts of the frame that come from rooms of screens, handed down as the screens are. */
type FrameParts = { SaveHere: ComponentType<SaveHereProps> };
export const PartsContext = createContext<FrameParts>({ SaveHere: () => null });

export const useFrameParts = () => useContext(PartsContext);

/** @returns the parts, each of which is loaded when it is first rendered. */
export function frameParts({ saveHere }: FrameLoaders): FrameParts {
  return { SaveHere: lazy(async () => ({ default: await loadCode(saveHere) })) };
}

/** @returns an action of the one list (`contract/actions.ts`) for the search. @param more what differs from the list */
export function ownAction(id: ActionId, run: () => void, more: Partial<SearchAction> = {}): SearchAction {
  const { title, words } = actionOf(id);
  return { id, title, detail: 'Action', words, ...more, run };
}

/** Actions of the current screen for the search (Ctrl-K). Only an open search follows them: otherwise offering one renders nothing. */
let offers: readonly { current: readonly SearchAction[] }[] = [];
const followers = new Set<() => void>();

function setOffers(next: typeof offers): void {
  offers = next;
  for (const follower of followers) follower();
}

/** Offers these actions in the search (Ctrl-K) while the caller is mounted. */
export function useOfferedActions(actions: readonly SearchAction[]): void {
  const offer = useRef(actions);
  offer.current = actions;
  useEffect(() => {
    setOffers([...offers, offer]);
    return () => setOffers(offers.filter((other) => other !== offer));
  }, []);
}

/** @returns what the current screen offers; a screen that comes while the search is open offers it too. */
export function useScreenActions(): readonly SearchAction[] {
  return useSyncExternalStore(followOffers, () => offers).flatMap(({ current }) => current);
}

function followOffers(follower: () => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** Where a letter is typed, or is a key of that part. */
const TYPING =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable=true], [role=tree], [role=menu], [role=listbox], [role=dialog]';

/** @returns whether a key is pressed where letters are typed, or choose what begins with them. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Keys of one letter (and Escape) for the whole screen, where no letter is typed. @param keys by `KeyboardEvent.key` in lower case */
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
 * A panel that a button of the frame opens (`Popover`). Escape closes it wherever the focus is, and moves the focus back to the button.
 * The panel closes too when the focus goes elsewhere, such as into a dialog, and then leaves the focus there.
 * @returns the props of the `Popover`, of its button and of its dropdown
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

/** @returns whether the window fits a query such as `(min-width: 75em)`; on paper, what it answered before: drawings keep their size. */
export function useWindowFits(query: string): boolean {
  const fits = useMediaQuery(query, true, { getInitialValueInEffect: false });
  const inWindow = useRef(fits);
  if (!window.matchMedia('print').matches) inWindow.current = fits;
  return inWindow.current;
}
