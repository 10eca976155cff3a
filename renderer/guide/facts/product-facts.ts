import {
  ANSWER_BYTES,
  DAY_LIMIT,
  DEFAULT_PAGE_PORT,
  DEFAULT_PORT,
  ECONOMIC_PAGE_SIZE,
  KEY_HEADER,
  LABEL_LENGTH,
  MARKET_LIMIT_DEFAULT,
  MARKET_LIMIT_LARGEST,
  MINUTE_LIMIT,
} from '../../../service/contract/names.ts';
import { SETTINGS, type SettingRow } from '../../../service/contract/settings.ts';
import { FORMAT_CHOICES } from '../../../service/contract/table-formats.ts';
import { DATASETS } from '../../../service/datasets/index.ts';
import { groupDigits } from '../../../service/series-math/decimal-text.ts';
import { FUNCTION_NAMES, FUNCTIONS, functionExample } from '../../../service/series-math/formula.ts';
import { RECESSION_SOURCE, RECESSIONS } from '../../../service/series-math/recessions.ts';
import { LONGEST_HEADING, LONGEST_LINE_NAME, WORDS } from '../../../service/view/index.ts';
import { LONGEST_AVERAGE, MOST_ANSWERED, MOST_SERIES, PRESETS } from '../../../service/view/types.ts';
import { code, table } from './table.ts';

/** What the tables of the product say: data, settings, formats, limits, the words of an address. */

/** @returns a row of the table of settings: its choices, the default first; a setting that is typed has its default. */
function settingRow({ name, title, text, keptIn, default: usual, choices, schema }: SettingRow): string[] {
  const isSwitch = 'type' in schema && schema.type === 'boolean';
  const titles =
    choices?.toSorted((a, b) => Number(b.value === usual) - Number(a.value === usual)) ??
    (isSwitch ? [{ title: usual ? 'On' : 'Off' }, { title: usual ? 'Off' : 'On' }] : []);
  const shown = titles.map((one) => one.title).join(' · ');
  return [title, shown === '' ? code(JSON.stringify(usual)) : shown, text, code(name), code(keptIn)];
}

const number = (value: number) => groupDigits(String(value));

export const PRODUCT_FACTS: Readonly<Record<string, string>> = {
  datasets: table(
    ['Data', 'Published', 'By', 'Release'],
    DATASETS.map(({ title, frequency, publisher, release }) => [
      title,
      release.isUnscheduled ? 'as imported' : frequency.toLowerCase(),
      publisher,
      release.text,
    ]),
  ),
  settings: table(
    ['Setting', 'Choices, the default first', 'What it does', 'Name', 'Kept in'],
    SETTINGS.map(settingRow),
  ),
  formats: table(
    ['Format', 'What it is', 'Provenance'],
    FORMAT_CHOICES.map(({ label, detail, holdsProvenance }) => [
      label,
      detail,
      holdsProvenance ? 'in the file' : 'in `NAME.csv.json` beside it',
    ]),
  ),
  limits: table(
    ['What', 'At most'],
    [
      ['Requests of a key in a minute, economic data', number(MINUTE_LIMIT)],
      ['Requests of a key in a day (UTC), economic data', number(DAY_LIMIT)],
      ['Records of a page, economic data', number(ECONOMIC_PAGE_SIZE)],
      [
        `Rows of an answer of market data (\`limit\`; ${MARKET_LIMIT_DEFAULT} without it)`,
        number(MARKET_LIMIT_LARGEST),
      ],
      ['Lines of a chart, formulas among them', number(MOST_SERIES)],
      ['Lines of an answer of the API, and of an export', number(MOST_ANSWERED)],
      ['Observations of a moving average', number(LONGEST_AVERAGE)],
      ['Characters of a chart’s title or subtitle', number(LONGEST_HEADING)],
      ['Characters of a line’s name', number(LONGEST_LINE_NAME)],
      ['Characters of a key’s label', number(LABEL_LENGTH)],
    ],
    [1],
  ),
  'limit-minute': number(MINUTE_LIMIT),
  'limit-day': number(DAY_LIMIT),
  'page-size': number(ECONOMIC_PAGE_SIZE),
  'most-lines': number(MOST_SERIES),
  port: String(DEFAULT_PORT),
  'page-port': String(DEFAULT_PAGE_PORT),
  'key-header': code(KEY_HEADER),
  'answer-bytes': number(ANSWER_BYTES),
  presets: PRESETS.map(code).join(' '),
  words: table(
    ['Word', 'Meaning', 'Example'],
    Object.entries(WORDS).map(([name, { text, example }]) => [code(name), text, code(example)]),
  ),
  functions: table(
    ['Function', 'Gives'],
    FUNCTION_NAMES.map((name) => [code(functionExample(name, ['a', 'b'])), FUNCTIONS[name].text]),
  ),
  'recessions-count': String(RECESSIONS.length),
  'recessions-first': (RECESSIONS[0]?.from ?? '').slice(0, 4),
  'recessions-checked': RECESSION_SOURCE.checkedThrough,
  'double-shown': String(Number('36104343213.10')),
  'double-lost': BigInt(Number('9007199254740993')).toString(),
};
