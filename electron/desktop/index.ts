/** The desktop app's decisions; `main.ts`, `window.ts` and `menu.ts` connect them with Electron. */

export { createDownloads, safeName } from './downloads.ts';
export {
  keepMenus,
  type MenuActs,
  type MenuItem,
  type MenuState,
  menuTemplate,
  serviceText,
  TRAY_ICON,
  trayTemplate,
} from './menu-template.ts';
export {
  backgroundColour,
  DesktopSettings,
  type KeptSettings,
  openWindowSettings,
  themeSource,
  USUAL_SETTINGS,
} from './settings.ts';
export { type News, newsOf, watchNews } from './watch-news.ts';
export {
  type AfterCrash,
  answerChannels,
  CHANNEL_PREFIX,
  type ChannelHandlers,
  countPageCrashes,
  type DialogQuestion,
  IMPORT_DIALOG,
  type InvokeEvent,
  PAGE_CRASHED,
  placeWindow,
  quitOnce,
  type Rectangle,
  SMALLEST,
  serviceStays,
  USUAL_SIZE,
  windowOptions,
} from './window-options.ts';
