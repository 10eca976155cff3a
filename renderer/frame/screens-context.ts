import { type ComponentType, createContext, lazy, useContext } from 'react';
import { loadCode } from '../api/index.ts';
import type { FrameLoaders, SaveHereProps, ScreenDefinition } from './types.ts';

/** The table of screens, handed down by `Frame`: importing it here would be a circle, since each screen imports this room. */
export const ScreensContext = createContext<readonly ScreenDefinition[]>([]);

/** @returns every screen, in the order of the rail. */
export const useScreens = () => useContext(ScreensContext);

/** Parts of the frame that come from rooms of screens, handed down as the screens are. */
export type FrameParts = { SaveHere: ComponentType<SaveHereProps> };
export const PartsContext = createContext<FrameParts>({ SaveHere: () => null });

export const useFrameParts = () => useContext(PartsContext);

/** @returns the parts, each of which is loaded when it is first rendered. */
export function frameParts({ saveHere }: FrameLoaders): FrameParts {
  return { SaveHere: lazy(async () => ({ default: await loadCode(saveHere) })) };
}
