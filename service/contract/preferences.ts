import { type Static, type TSchema, Type } from 'typebox';
import { arrayOf, GivenValues } from './schema.ts';

/** Preferences of a person, stored in work.sqlite. `settings.ts` joins them with settings.json. */

/** 'data' and 'service' are the groups of settings in settings.json (`settings.ts`). */
export type SettingGroup = 'appearance' | 'numbers' | 'start' | 'keyboard' | 'data' | 'service';

export type Setting = {
  group: SettingGroup;
  title: string;
  text: string;
  words: string;
  /** The values to choose from, with their titles; absent: the setting is a switch. */
  choices?: readonly { value: string; title: string }[];
};

/** `setting`: absent if the value is not a setting but something remembered, such as pinned series. */
type Preference = { schema: TSchema; default: unknown; setting?: Setting };

/** @param defaultValue the default: the first value if absent */
const choice = <const Value extends string>(
  values: readonly Value[],
  setting: Omit<Setting, 'choices'> & { titles: Record<Value, string> },
  defaultValue = values[0] as Value,
) => {
  const { titles, ...facts } = setting;
  return {
    schema: Type.Enum([...values]),
    default: defaultValue,
    setting: { ...facts, choices: values.map((value) => ({ value, title: titles[value] })) },
  };
};
const flag = (defaultValue: boolean, setting: Setting) => ({
  schema: Type.Boolean(),
  default: defaultValue,
  setting,
});

const ReadUntil = { run: Type.Integer({ minimum: 0 }), at: Type.String() };
const SeriesIds = arrayOf(Type.String({ minLength: 3, maxLength: 200 }));

/** By name, in the order of the screen. A name never changes, because people's files contain it. */
export const PREFERENCES = {
  theme: choice(['system', 'light', 'dark'], {
    group: 'appearance',
    title: 'Theme',
    text: 'Light or dark.',
    words: 'appearance colour color mode night',
    titles: { system: 'As the system', light: 'Light', dark: 'Dark' },
  }),
  density: choice(['comfortable', 'compact'], {
    group: 'appearance',
    title: 'Density',
    text: 'The height of rows in tables and lists.',
    words: 'spacing compact rows height',
    titles: { comfortable: 'Comfortable', compact: 'Compact' },
  }),
  recessions: flag(true, {
    group: 'appearance',
    title: 'Recessions',
    text: 'New charts shade the recessions that the NBER dates.',
    words: 'nber shading grey bands cycles',
  }),
  motion: choice(['system', 'reduced'], {
    group: 'appearance',
    title: 'Motion',
    text: 'Whether changes on the screen are animated.',
    words: 'animation reduced transitions',
    titles: { system: 'As the system', reduced: 'Reduced' },
  }),
  line_dashes: choice(['system', 'on', 'off'], {
    group: 'appearance',
    title: 'Dashed lines',
    text: 'Gives each line of a chart its own dash pattern, besides its colour and letter.',
    words: 'dashes dashed contrast colour blind',
    titles: { system: 'As the system', on: 'On', off: 'Off' },
  }),
  number_style: choice(['comma', 'space', 'point'], {
    group: 'numbers',
    title: 'Numbers',
    text: 'How numbers look on the screen and in images. Data files and copied texts always have a decimal point.',
    words: 'decimal thousands separator comma point grouping format',
    titles: { comma: '1,234.5', space: '1 234,5', point: '1.234,5' },
  }),
  date_style: choice(['iso', 'words'], {
    group: 'numbers',
    title: 'Dates',
    text: 'How dates look on the screen and in images. Data files and copied texts always have 2025-03-07.',
    words: 'date format iso day month',
    titles: { iso: '2025-03-07', words: '7 Mar 2025' },
  }),
  start_screen: {
    schema: Type.String({ pattern: '^(overview|last|item:[a-z0-9]{8,40})$' }),
    default: 'overview',
    setting: {
      group: 'start',
      title: 'Start with',
      text: 'What Almanac shows when it is opened.',
      words: 'home screen first page launch restore last saved',
      choices: [
        { value: 'overview', title: 'Overview' },
        { value: 'last', title: 'What was shown last' },
      ],
    },
  },
  start_range: choice(
    ['1Y', '5Y', '10Y', 'MAX'],
    {
      group: 'start',
      title: 'Range of new charts',
      text: 'How far back a new chart goes. A link shows its own range.',
      words: 'range years period default',
      titles: { '1Y': '1 year', '5Y': '5 years', '10Y': '10 years', MAX: 'All' },
    },
    '5Y',
  ),
  start_table: choice(['open', 'closed'], {
    group: 'start',
    title: 'Table of new charts',
    text: 'Whether the table under a new chart is open.',
    words: 'table grid data',
    titles: { open: 'Open', closed: 'Closed' },
  }),
  single_keys: flag(true, {
    group: 'keyboard',
    title: 'Shortcuts of a single key',
    text: 'Keys such as R, T or G followed by a letter. Off, only shortcuts with Ctrl, Alt or ⌘ work, and the arrows in a part that has the focus.',
    words: 'keyboard shortcuts letters wcag speech',
  }),
  // Values that the app remembers.
  pinned_series: { schema: SeriesIds, default: [] },
  recent_series: { schema: SeriesIds, default: [] },
  saved_ranges: {
    schema: arrayOf(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 40 }),
        range: Type.Record(Type.String(), Type.String()),
      }),
    ),
    default: [],
  },
  export_choice: { schema: Type.Record(Type.String(), Type.Unknown()), default: {} },
  chart_share: { schema: Type.Number({ minimum: 40, maximum: 88 }), default: 75 },
  chart_overview: { schema: Type.Enum(['system', 'on', 'off']), default: 'system' },
  picker_folded: { schema: Type.Boolean(), default: false },
  shell: { schema: Type.Enum(['', 'sh', 'powershell']), default: '' },
  play_speed: { schema: Type.Number({ minimum: 0, maximum: 1000 }), default: 4 },
  /** The cards of Overview: series in the person's order, hidden series, and pinned series. */
  overview_cards: {
    schema: Type.Object({ order: SeriesIds, hidden: SeriesIds, pinned: SeriesIds }),
    default: { order: [], hidden: [], pinned: [] },
  },
  /** The run of data.sqlite up to which Overview was read; run 0: never. `before`: the value to undo to. */
  read_until: {
    schema: Type.Object({ ...ReadUntil, before: Type.Optional(Type.Object(ReadUntil)) }),
    default: { run: 0, at: '' },
  },
  /** Results that the palette ran, newest first: an id, or an address, a space and its title. */
  recent_actions: { schema: arrayOf(Type.String({ maxLength: 8000 })), default: [] },
  /** A person's names for palette results, each with a result as in `recent_actions` or with search words. */
  aliases: {
    schema: Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 8000 })),
    default: {},
  },
  /** The address that was shown last in any window, for `start_screen` 'last'. */
  last_address: { schema: Type.String({ maxLength: 8000 }), default: '' },
} as const satisfies Readonly<Record<string, Preference>>;

export type PreferenceName = keyof typeof PREFERENCES;
export type PreferenceValue<Name extends PreferenceName> = Static<(typeof PREFERENCES)[Name]['schema']>;

/** Values by name. An absent name has its default. */
export const Preferences = Type.Object({
  version: Type.Integer(),
  values: Type.Record(Type.String(), Type.Unknown()),
});

/** All values are stored or none; `null` restores the default. Limit: `VALUES_BYTES` for all together. */
export const SetPreferencesRequest = Type.Object({ values: GivenValues });

export const OutgoingRequest = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  method: Type.String(),
  /** The URL without secrets. */
  url: Type.String(),
  /** 'Refresh of jolts', a sentence without a full stop. */
  purpose: Type.String(),
  dataset: Type.Union([Type.String(), Type.Null()]),
  /** The headers as sent, with '…' for each secret. */
  headers: Type.Record(Type.String(), Type.String()),
  sent_bytes: Type.Integer(),
  received_bytes: Type.Integer(),
  /** The HTTP status; null if no answer came. */
  status: Type.Union([Type.Integer(), Type.Null()]),
  /** Why no complete answer came; null if it did. */
  problem: Type.Union([Type.String(), Type.Null()]),
});
export type OutgoingRequest = Static<typeof OutgoingRequest>;

/** `GET /host/outgoing?before=120`: the page of requests before that id; '' asks for the newest. */
export const AskedOutgoing = Type.Object({
  before: Type.String({ pattern: '^[0-9]{0,15}$', description: 'the id of a request', default: '' }),
});

export const OutgoingRequests = Type.Object({
  requests: arrayOf(OutgoingRequest),
  newer: Type.Integer(),
  total: Type.Integer(),
  /** Requests to hosts that belong to no publisher. */
  elsewhere: Type.Integer(),
  since: Type.Union([Type.String(), Type.Null()]),
});
export type OutgoingRequests = Static<typeof OutgoingRequests>;
