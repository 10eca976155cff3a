import { type Static, type TSchema, Type } from 'typebox';
import { DEFAULT_PORT, ECONOMIC_PAGE_SIZE, SETTINGS_FILE, WORK_FILE } from './names.ts';
import { PREFERENCES, type Setting } from './preferences.ts';
import { arrayOf, GivenValues } from './schema.ts';
import { TEAM_ADDRESS } from './team.ts';

/** All settings: `PREFERENCES`, and those in settings.json, which must be readable without work.sqlite. */

/** `isOnRestart`: the setting takes effect when the service starts. */
type FileSetting = { schema: TSchema; default: unknown; setting: Setting; isOnRestart?: true };

/** Settings in settings.json by name, in the order of the screen. */
export const FILE_SETTINGS = {
  team: {
    schema: Type.String({
      pattern: TEAM_ADDRESS,
      maxLength: 300,
      description: "empty, or the address of a team's Almanac such as https://data.example.org",
    }),
    default: '',
    isOnRestart: true,
    setting: {
      group: 'data',
      title: 'Data from',
      text: 'This computer, or the Almanac of your team, of which this computer then keeps a copy.',
      words: 'team server postgresql postgres shared colleagues follow remote central address https',
    },
  },
  auto_refresh: {
    schema: Type.Boolean(),
    default: true,
    setting: {
      group: 'data',
      title: 'Refresh after each release',
      text: 'While Almanac runs, for datasets that came from their publisher.',
      words: 'automatic update schedule background download',
    },
  },
  allow_fred: {
    schema: Type.Boolean(),
    default: false,
    setting: {
      group: 'data',
      title: 'Use FRED where a publisher does not answer',
      text: 'FRED’s terms are stricter than the publishers’ own.',
      words: 'fred st. louis fed fallback',
    },
  },
  contact: {
    schema: Type.String({ maxLength: 200, description: 'one line of at most 200 characters' }),
    default: '',
    setting: {
      group: 'data',
      title: 'Contact in requests to publishers',
      text: 'An e-mail or web address, sent only to them, so that they can reach you.',
      words: 'email user agent address',
    },
  },
  back_ups_kept: {
    schema: Type.Integer({ minimum: 1, maximum: 1000, description: 'a whole number from 1 to 1000' }),
    default: 10,
    setting: {
      group: 'data',
      title: 'Back-ups kept',
      text: 'When a back-up is made, the oldest beyond this number are removed. Back-ups made before a restore stay.',
      words: 'backup copies number history',
    },
  },
  port: {
    schema: Type.Integer({ minimum: 1, maximum: 65_535, description: 'a whole number from 1 to 65535' }),
    default: DEFAULT_PORT,
    isOnRestart: true,
    setting: {
      group: 'service',
      title: 'Port',
      text: 'Where other tools reach the API on this computer.',
      words: 'address localhost tcp api url',
    },
  },
  page_size: {
    schema: Type.Integer({
      minimum: 1,
      maximum: ECONOMIC_PAGE_SIZE,
      description: `a whole number from 1 to ${ECONOMIC_PAGE_SIZE}`,
    }),
    default: ECONOMIC_PAGE_SIZE,
    isOnRestart: true,
    setting: {
      group: 'service',
      title: 'Page size',
      text: 'How many records a page of economic data has in the API.',
      words: 'records rows paging limit api',
    },
  },
  fred_clients: {
    schema: Type.Boolean(),
    default: true,
    setting: {
      group: 'service',
      title: 'Answer FRED’s clients',
      text: 'Programs written for FRED find its series under /fred and /graph. They need a key.',
      words: 'fredapi freddata pandas datareader fredgraph st. louis fed api',
    },
  },
  allowed_origins: {
    schema: arrayOf(
      Type.String({
        pattern: '^https?://[^/@*]+$',
        maxLength: 300,
        description: 'origins such as https://example.org',
      }),
    ),
    default: [],
    isOnRestart: true,
    setting: {
      group: 'service',
      title: 'Allowed origins',
      text: 'Web pages of these origins may read the API. They need a key.',
      words: 'cors browser website cross origin https',
    },
  },
  assistants: {
    schema: Type.Boolean(),
    default: true,
    setting: {
      group: 'service',
      title: 'Let assistants ask',
      text: 'Over the Model Context Protocol: the command mcp, and /mcp of the API with a key. They only read.',
      words: 'mcp model context protocol ai claude cursor chatgpt llm agent',
    },
  },
} as const satisfies Readonly<Record<string, FileSetting>>;

export type FileSettingName = keyof typeof FILE_SETTINGS;
export type FileValues = { [Name in FileSettingName]: Static<(typeof FILE_SETTINGS)[Name]['schema']> };

export type SettingRow = Setting & {
  name: string;
  schema: TSchema;
  default: unknown;
  keptIn: typeof WORK_FILE | typeof SETTINGS_FILE;
  isOnRestart: boolean;
};

/** Every setting, in the order of the screen, for the screen, JSON, command line, palette and guide. */
export const SETTINGS: readonly SettingRow[] = [
  ...rowsOf(PREFERENCES, WORK_FILE),
  ...rowsOf(FILE_SETTINGS, SETTINGS_FILE),
];

function rowsOf(
  table: Readonly<Record<string, Omit<FileSetting, 'setting'> & { setting?: Setting }>>,
  keptIn: SettingRow['keptIn'],
): SettingRow[] {
  return Object.entries(table).flatMap(
    ([name, { schema, default: defaultValue, setting, isOnRestart = false }]) =>
      setting ? [{ ...setting, name, schema, default: defaultValue, keptIn, isOnRestart }] : [],
  );
}

/** `GET /host/file-settings`: the settings in settings.json. */
export const FileSettings = Type.Object({
  /** All settings by name; the default if the file has no value or a wrong one. */
  values: Type.Record(Type.String(), Type.Unknown()),
  /** Names of changed settings that the running service does not use yet. */
  waiting: arrayOf(Type.String()),
  folder: Type.String(),
});

/** All values are stored or none; null restores the default. */
export const SetFileSettingsRequest = Type.Object({ values: GivenValues });

/** `GET /host/port-holder?port=4780`: the program that listens there, in words; null if there is none. */
export const AskedPort = Type.Object({ port: Type.String({ pattern: '^[0-9]{1,5}$' }) });
export const PortHolderAnswer = Type.Object({ holder: Type.Union([Type.String(), Type.Null()]) });
