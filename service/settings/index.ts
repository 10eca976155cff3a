/** The door of the settings: the file `settings.json` of a data folder, which people edit too. */
export {
  changeSettingsFile,
  checkedFileValues,
  putSettingsAside,
  readFileSettings,
  readSettingsFile,
  removeStaleTurn,
  type SettingValues,
  usualPort,
} from './settings-store.ts';
