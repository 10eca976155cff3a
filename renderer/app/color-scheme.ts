import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { preferenceOf, preferencesOutside } from '../api/index.ts';

/** Mantine's colour scheme is the preference `theme`, whichever window or program changes it. */
export function colorSchemeManager(client: QueryClient): MantineColorSchemeManager {
  const { values, onChange, set } = preferencesOutside(client);
  const scheme = (): MantineColorScheme => {
    const theme = preferenceOf(values(), 'theme');
    return theme === 'system' ? 'auto' : theme;
  };
  let stop: (() => void) | undefined;
  return {
    get: scheme,
    set: (next) => {
      // A refusal takes the choice back; there is nobody here to tell.
      if (next !== scheme()) set({ theme: next === 'auto' ? null : next }).catch(() => undefined);
    },
    subscribe: (onUpdate) => {
      let shown = scheme();
      stop = onChange(() => {
        if (scheme() === shown) return;
        shown = scheme();
        onUpdate(shown);
      });
    },
    unsubscribe: () => stop?.(),
    clear: () => undefined,
  };
}
