import { findChoices } from './find-choices.ts';
import { DATASETS, type Dataset, type DatasetId, findDataset } from './index.ts';
import { slipsOf } from './nearest-name.ts';
import { entryOf, type SeriesChoice, seriesId, shortTitle } from './series-choice.ts';
import { isStateCode } from './states.ts';

/** Advice on an id that does not exist: a guess, a typing slip, or a FRED series that Almanac lacks. */

/** FRED's ids on a dataset's subject that measure something else, which `is` describes. */
const OTHER_FRED_IDS: readonly { ids: RegExp; is?: string; dataset: DatasetId }[] = [
  {
    ids: /^W?GS\d+(MO?|YR?)?$/,
    is: 'an average of Treasury yields over a month or a week',
    dataset: 'yields',
  },
  {
    ids: /^[DW]?TB\d+(M?S|WK|Y[AR])?$/,
    is: 'the discount rate of a Treasury bill, not a par yield',
    dataset: 'yields',
  },
  {
    ids: /^[DWM]?FII\d|^[DW]LTIIT$/,
    is: 'a real yield, of inflation-indexed securities',
    dataset: 'yields',
  },
  { ids: /^T\d+YIE|^T5YIFR/, is: 'expected inflation, taken from yields', dataset: 'yields' },
  {
    ids: /^T\d+[MY](FFM?|\d+[MY]M?)$|^TB\dSMFFM$/,
    is: 'a spread of another kind or frequency',
    dataset: 'yields',
  },
  { ids: /^DGS\d/, dataset: 'yields' },
  {
    ids: /^UNRATE|^U[1-6]RATE|^UNEMPLOY$|^[A-Z]{2}URN?$|^(?!.*INSURED).*(UNEMPLOY|JOBLESS)\w*RATE/,
    is: 'unemployment by the survey of households',
    dataset: 'ui_state_weekly_claims',
  },
  { ids: /^LN[SU]\d/, is: 'a figure of the survey of households', dataset: 'ui_state_weekly_claims' },
  {
    ids: /^IURN?SA$|^COVEMP$/,
    is: 'the insured unemployment rate of the nation, or its base',
    dataset: 'ui_weekly_claims',
  },
  { ids: /^[A-Z]{2}(INSUREDUR|COVEMP|ICLAIMS|CCLAIMS)$/, dataset: 'ui_state_weekly_claims' },
  { ids: /^JT[SU]\d/, is: 'JOLTS by industry, region or size of firm', dataset: 'jolts' },
  {
    ids: /^(R?DSPI(C96)?|RPI|PINCOME|W875RX1|PCEC?(96)?|PSAVERT|PSAVE|A067RC?\w*)$/,
    is: 'another line, or in other prices or another frequency',
    dataset: 'personal_income_and_outlays',
  },
  {
    ids: /^(WALCL|WRESBAL|WTREGEN|TOTRESNS|RESBALNS|BOGMBASE|RRPONTSYD|SWPT|WSHO\w+|WL\w+L|(H41)?RESPP\w+)$/,
    is: 'another line of bank reserves or of the Federal Reserve, or an average of a week',
    dataset: 'factors_affecting_reserve_balances',
  },
  {
    ids: /^(GFDE|FYG|FDHB|MVGFD)\w+$/,
    is: 'federal debt by the quarter or the fiscal year, at market value or as a share of GDP',
    dataset: 'us_debt',
  },
  {
    ids: /^(EXP(?!INF)[A-Z0-9]|BOP[TGS]EXP|XTEX)\w*$/,
    is: 'exports counted in another way: to one country or group, with services, or by another source',
    dataset: 'us_exports',
  },
];

/** Longer ids are cut before they are compared. */
const LONGEST = 60;
const MOST_TITLED = 5;
const MOST_LISTED = 14;
/** Stands for any state in series that have one history per state. */
const ANY_STATE = 'CA';

/** @returns FRED's id of a series; `undefined` if FRED does not have the series. */
export function fredIdOf(choice: SeriesChoice): string | undefined {
  return fredIdsOf(choice)[0];
}

function fredIdsOf(choice: SeriesChoice): string[] {
  return entryOf(choice).series.publisherIds.flatMap(({ system, id }) =>
    system === 'FRED' ? [id.replace('{ST}', choice.area)] : [],
  );
}

/**
 * @param nameOf returns the caller's name of a series; `undefined` if it has none.
 * @returns what to say after 'there is no such id', with a space before it: the series that was misspelled;
 * or what the id is, with the series that Almanac holds on its subject; or the series found by the id's
 * words. Empty if nothing is close: another quantity is never offered as the nearest.
 */
export function adviceOnId(id: string, nameOf: (choice: SeriesChoice) => string | undefined): string {
  const typed = id.trim().slice(0, LONGEST);
  const [first = '', code = first, area = ''] = typed.split('.');
  const dataset = findDataset(first)?.id;
  const letters = code.toUpperCase();
  const candidates = DATASETS.filter((one) => one.kind === 'observations' && (dataset ?? one.id) === one.id);
  const state = stateOf(letters, area);
  const all = candidates.flatMap((one) => choicesOf(one, state));
  const names = all.flatMap(namesOf);
  const meant = [typed, code].map((text) => slipsOf(text, names)).find((found) => found.length > 0) ?? [];
  const slips = all.filter((choice) => namesOf(choice).some((name) => meant.includes(name)));
  if (slips.length > 0 && slips.length <= MOST_TITLED) {
    const right = named(slips, nameOf, false).join(' or ');
    return state === undefined && slips.some((choice) => choice.area !== '')
      ? ` For a series by state, name the state: for example ${right}.`
      : ` Did you mean ${right}?`;
  }
  const other = OTHER_FRED_IDS.find(({ ids }) => ids.test(letters));
  const about = other && findDataset(other.dataset);
  if (other && about && candidates.includes(about))
    return `${other.is ? ` It is ${other.is}, which Almanac does not hold.` : ''}${subject(about, state, nameOf)}`;
  const found = byWords(code, candidates);
  if (found.length > 0)
    return ` Series that match: ${named(found, nameOf, true).slice(0, MOST_TITLED).join('; ')}${found.every(({ area }) => area !== '') ? '; for each state' : ''}.`;
  const [only] = candidates;
  return only && candidates.length === 1 ? subject(only, state, nameOf) : '';
}

/** Matches `TXICLAIMS`, or a slip of such an id. */
const FRED_STATE_ID = /^[A-Z]{8,10}$/;

/** @returns the state named in an id, as typed: slips are not corrected. @param area text after the code. */
function stateOf(letters: string, area: string): string | undefined {
  const named = FRED_STATE_ID.test(letters) ? letters.slice(0, 2) : area.toUpperCase();
  return isStateCode(named) ? named : undefined;
}

/** @returns the series of a dataset; for a dataset by state, the series of `state`. */
function choicesOf({ id, byState, series }: Dataset, state = ANY_STATE): SeriesChoice[] {
  return series.map(({ code }) => ({ dataset: id, code, area: byState ? state : '' }));
}

/** All names of a series. A code of one word is left out: FRED's LOANS is another series than Almanac's. */
function namesOf(choice: SeriesChoice): string[] {
  const { dataset, code } = choice;
  const bareCode = /[_\d]/.test(code) ? [code] : [];
  return [seriesId(choice), `${dataset}.${code}`, ...bareCode, ...fredIdsOf(choice)];
}

/**
 * Finds series that have all words of a code: one word alone finds other quantities. If `of` has one dataset,
 * words of its name do not count: `job_openings_total` is not one of the separations. An id in capitals must
 * match whole words.
 */
function byWords(code: string, datasets: readonly Dataset[]): SeriesChoice[] {
  const words = code.toLowerCase().split(/[._\s-]+/);
  const isId = code === code.toUpperCase();
  const found = code.length < 2 ? [] : findChoices(words.join(' '), ANY_STATE);
  return found.filter((choice) => {
    const { dataset, series } = entryOf(choice);
    if (!datasets.includes(dataset)) return false;
    const own = [series.title, series.code, ...series.synonyms];
    const known = wordsOf(datasets.length === 1 ? own : [...own, dataset.id, dataset.title]);
    return words.every((word) =>
      known.some((one) => (isId ? one === word : datasets.length > 1 || one.startsWith(word))),
    );
  });
}

const wordsOf = (texts: readonly string[]) =>
  texts
    .join(' ')
    .toLowerCase()
    .split(/[^a-z0-9.]+/);

function subject(
  dataset: Dataset,
  state: string | undefined,
  nameOf: (choice: SeriesChoice) => string | undefined,
): string {
  const names = named(choicesOf(dataset, state), nameOf, false);
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : '';
  return ` Under "${dataset.title}" Almanac holds ${names.slice(0, MOST_LISTED).join(', ')}${more}${dataset.byState ? ', for each state' : ''}.`;
}

/** @returns the caller's names of the series; Almanac's ids if the caller has a name for none of them. */
function named(
  choices: readonly SeriesChoice[],
  nameOf: (choice: SeriesChoice) => string | undefined,
  hasTitle: boolean,
): string[] {
  const names = choices.flatMap((choice) => {
    const name = nameOf(choice);
    return name === undefined ? [] : [hasTitle ? `${name} (${shortTitle(choice)})` : name];
  });
  return names.length > 0 ? names : choices.map((choice) => `${seriesId(choice)} (no id of FRED)`);
}
