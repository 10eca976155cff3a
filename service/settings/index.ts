/** The door of the settings: the file `settings.json` of a data folder, which people edit too. */
export {
  changeSettingsFile,
  putSettingsAside,
  readSettingsFile,
  type SettingValues,
} from './settings-store.ts';
