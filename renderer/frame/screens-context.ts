import { createContext, useContext } from 'react';
import type { ScreenDefinition } from './types.ts';

/** The table of screens, handed down by `Frame`: importing it here would be a circle, since each screen imports this room. */
export const ScreensContext = createContext<readonly ScreenDefinition[]>([]);

/** @returns every screen, in the order of the rail. */
export const useScreens = () => useContext(ScreensContext);
