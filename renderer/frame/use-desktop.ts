import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Theme } from '../../service/contract/desktop.ts';
import { assertNever } from '../../service/contract/failure.ts';
import { followCommands, offerScreens, tellTheme, useHandOverFile } from '../api/index.ts';
import type { ScreenDefinition } from './types.ts';

/** Connects the page with the menus, links and dialogs of the desktop window, where it is in one. */
export function useDesktop(screens: readonly ScreenDefinition[]): void {
  const router = useRouter();
  const handOver = useHandOverFile();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const acts = useRef({ setColorScheme, handOver });
  acts.current = { setColorScheme, handOver };

  /** What window and page agree on: a choice of the menu is not told back, for another may have been made meanwhile. */
  const agreed = useRef<Theme>(undefined);

  useEffect(() => {
    if (agreed.current === colorScheme) return;
    agreed.current = colorScheme;
    tellTheme(colorScheme);
  }, [colorScheme]);
  useEffect(() => {
    offerScreens(screens.map(({ path, title }) => ({ path, title })));
    return followCommands((command) => {
      switch (command.t) {
        case 'go':
          router.history.push(command.to);
          break;
        case 'theme':
          agreed.current = command.theme;
          acts.current.setColorScheme(command.theme);
          break;
        case 'file':
          acts.current.handOver({ grant: command.grant, name: command.name });
          router.history.push('/data');
          break;
        default:
          assertNever(command);
      }
    });
  }, [router, screens]);
}
