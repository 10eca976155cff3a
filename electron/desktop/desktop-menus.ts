import type { MenuOffer } from '../../service/contract/desktop.ts';
import type { KeptFile } from './kept-file.ts';
import type { MenuState } from './menu-template.ts';
import type { DesktopSettings } from './settings.ts';

export type MenuFacts = Pick<MenuState, 'isMac' | 'hasDeveloperTools' | 'hasDownload' | 'hasApi'>;

export type DesktopMenus = ReturnType<typeof keepMenus>;

/** Collects what the menus depend on, and shows them only when that has changed: each time is a whole new menu bar. */
export function keepMenus(
  settings: Pick<KeptFile<DesktopSettings>, 'value'>,
  facts: () => MenuFacts,
  show: (state: MenuState) => void,
) {
  let offer: MenuOffer = { screens: [], actions: [] };
  let shown: string | undefined;

  function refresh(): void {
    const { theme, hasTray, tellsNews } = settings.value();
    const state: MenuState = { ...facts(), offer, theme, hasTray, tellsNews };
    const text = JSON.stringify(state);
    if (text === shown) return;
    shown = text;
    show(state);
  }

  return {
    /** Sets what the page can do now. */
    offer(offered: MenuOffer): void {
      offer = offered;
      refresh();
    },
    /** Shows the menus again if anything in them changed. */
    refresh,
  };
}
