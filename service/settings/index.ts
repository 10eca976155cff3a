/** The settings file of a data folder, `settings.json`, which people edit too. */
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
