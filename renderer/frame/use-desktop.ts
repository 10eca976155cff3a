import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Theme } from '../../service/contract/desktop.ts';
import { assertNever } from '../../service/contract/failure.ts';
import { followCommands, offerScreens, tellTheme, useHandOverFile } from '../api/index.ts';
import type { ScreenDefinition } from './types.ts';

/** Connects the page with the menus, links and dialogs of the desktop window. Does nothing in a browser. */
export function useDesktop(screens: readonly ScreenDefinition[]): void {
  const router = useRouter();
  const handOver = useHandOverFile();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const acts = useRef({ setColorScheme, handOver });
  acts.current = { setColorScheme, handOver };

  /** The appearance that the window knows. A choice made in its menu is not sent back: it may have been changed meanwhile. */
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
          acts.current.handOver({ upload: command.upload, name: command.upload.name });
          router.history.push('/data');
          break;
        default:
          assertNever(command);
      }
    });
  }, [router, screens]);
}
