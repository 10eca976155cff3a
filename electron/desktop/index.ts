/** The decisions of the desktop app, without Electron; `main.ts`, `window.ts` and `menu.ts` connect them with it. */
export { answerChannels, CHANNEL_PREFIX, type ChannelHandlers, type InvokeEvent } from './answer-channels.ts';
export { type DialogQuestion, IMPORT_DIALOG, PAGE_CRASHED, serviceStays } from './dialogs.ts';
export { createDownloads, type Downloads, safeName } from './downloads.ts';
export {
  type DesktopMenus,
  keepMenus,
  type MenuActs,
  type MenuItem,
  type MenuState,
  menuTemplate,
  serviceText,
  TRAY_ICON,
  trayTemplate,
} from './menu-template.ts';
export { type AfterCrash, countPageCrashes } from './page-crashes.ts';
export { quitOnce } from './quit-once.ts';
export {
  backgroundColour,
  DesktopSettings,
  type KeptFile,
  openWindowSettings,
  themeSource,
  USUAL_SETTINGS,
} from './settings.ts';
export { type News, newsOf, watchNews } from './watch-news.ts';
export { placeWindow, type Rectangle, SMALLEST, USUAL_SIZE, windowOptions } from './window-options.ts';
