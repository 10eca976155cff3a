/** The door of the settings: the file `settings.json` of a data folder, which people edit too. */
export { checkedFileValues, readFileSettings, usualPort } from './file-settings.ts';
export {
  changeSettingsFile,
  putSettingsAside,
  readSettingsFile,
  removeStaleTurn,
  type SettingValues,
} from './settings-store.ts';
