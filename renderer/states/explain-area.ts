import { dateText } from '../../service/calendar/dates.ts';
import type { StateCode } from '../../service/datasets/states.ts';
import {
  STATE_CLAIMS,
  UI_STATE_WEEKLY_CLAIMS,
} from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import {
  AREAS,
  type AreaTable,
  dayOfRow,
  movedAreas,
  rowOfDay,
  sumOfRow,
} from '../../service/series-math/areas/area-table.ts';
import {
  type AreaData,
  isRate,
  type MeasureId,
  measureAreas,
  type RateId,
  seasonRows,
  weeksBack,
} from '../../service/series-math/areas/measures.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import { scaledText } from '../../service/series-math/matrix.ts';
import { numberNode } from '../explain/index.ts';
import type { NumberNode } from '../explain/types.ts';
import { RATE_CODES } from './area-requests.ts';
import { type ExplainedArea, type MapState, NATION } from './map-state.ts';
import { areaName, changeOnWeek, MEASURE_WORDS, namedAreas, RATE_WORDS, SERIES_WORDS } from './words.ts';

type ExplainedFrom = { data: AreaData; series: MapState['series']; row: number };

/** @returns how a number of the map was made, down to the published observations. */
export function explainArea(
  from: ExplainedFrom,
  { area, measure, part }: ExplainedArea & { measure: MeasureId },
): NumberNode {
  if (area === NATION) return nationNode(from, weeksBack(measure), part === 'others');
  const place = AREAS.indexOf(area);
  if (part === 'change') return levelChangeNode(from, area, measure);
  const back = weeksBack(measure);
  if (back !== undefined) return changeNode(from, place, measure, back);
  if (measure === 'thousand') return thousandNode(from, place);
  if (measure === 'unusual') return rankNode(from, place);
  return isRate(measure) ? rateNode(from, place, measure) : claimsNode(from, place, from.row);
}

const weekNode = (node: Omit<Parameters<typeof numberNode>[0], 'period'>): NumberNode =>
  numberNode({ ...node, period: `Week ending ${node.date}` });

function published(
  table: AreaTable | undefined,
  code: string,
  place: number,
  day: number,
  labels: { label: string; unit: string; words?: string },
): NumberNode {
  return weekNode({
    words: 'As published',
    ...labels,
    date: dateText(day),
    value: table?.texts[place]?.[rowOfDay(table, day)],
    published: { dataset: UI_STATE_WEEKLY_CLAIMS.id, code, area: AREAS[place] ?? '' },
  });
}

function claimsNode({ data, series }: ExplainedFrom, place: number, row: number, label?: string): NumberNode {
  const { code, label: name } = SERIES_WORDS[series];
  return published(data.claims, code, place, dayOfRow(data.claims, row), {
    label: label ?? `${name} claims, ${areaName(place)}`,
    unit: 'claims',
  });
}

function rateNode({ data, row }: ExplainedFrom, place: number, id: RateId): NumberNode {
  const { name, made } = RATE_WORDS[id];
  return published(data.rates?.[id], RATE_CODES[id], place, dayOfRow(data.claims, row), {
    label: `${name}, ${areaName(place)}`,
    unit: '%',
    words: made,
  });
}

function thousandNode(from: ExplainedFrom, place: number): NumberNode {
  const { data, row, series } = from;
  const claims = claimsNode(from, place, row);
  const day = dayOfRow(data.claims, row) + data.reportAfter;
  const covered = published(data.covered, STATE_CLAIMS.covered, place, day, {
    label: `Covered employment, report of ${dateText(day)}`,
    unit: 'persons',
  });
  const value = measureAreas('thousand', data)?.text(place, row);
  return weekNode({
    date: claims.date,
    label: `${SERIES_WORDS[series].label} claims per thousand covered, ${areaName(place)}`,
    value,
    unit: MEASURE_WORDS.thousand.unit,
    words: 'Claims by covered employment of the same report, times 1,000',
    formula: 'claims ÷ covered employment × 1,000',
    numbers:
      value === undefined
        ? ''
        : `${grouped(claims.value)} ÷ ${grouped(covered.value)} × 1,000 = ${groupDigits(value)}`,
    parts: () => [claims, covered],
  });
}

function changeNode(from: ExplainedFrom, place: number, measure: MeasureId, back: number): NumberNode {
  const { data, row, series } = from;
  const now = claimsNode(from, place, row, 'The week');
  const before = claimsNode(from, place, row - back, `${backText(back)} before`);
  const value = measureAreas(measure, data)?.text(place, row);
  const { label, unit } = MEASURE_WORDS[measure];
  const isPercent = measure.endsWith('pct');
  return weekNode({
    date: now.date,
    label: `${SERIES_WORDS[series].label} claims, ${label.toLowerCase().replace(', %', '')}, ${areaName(place)}`,
    value,
    unit,
    words:
      value === undefined
        ? 'No value: one of the two weeks is missing'
        : `${isPercent ? 'Change in percent' : 'Change'}; compared with ${backText(back)} earlier`,
    formula: isPercent ? '(x(t) ÷ x(t−n) − 1) × 100' : 'x(t) − x(t−n)',
    numbers:
      value === undefined
        ? ''
        : isPercent
          ? `(${grouped(now.value)} ÷ ${grouped(before.value)} − 1) × 100 = ${signedText(value)}`
          : `${grouped(now.value)} − ${grouped(before.value)} = ${signedText(value)}`,
    parts: () => [now, before],
  });
}

function levelChangeNode(from: ExplainedFrom, area: StateCode, measure: MeasureId): NumberNode {
  const place = AREAS.indexOf(area);
  if (measure === 'persons') return changeNode(from, place, 'week', 1);
  const now = explainArea(from, { area, measure });
  const before = explainArea({ ...from, row: from.row - 1 }, { area, measure });
  const measured = measureAreas(measure, from.data);
  const value = measured && changeOnWeek(measured, place, from.row);
  return weekNode({
    date: now.date,
    label: `${now.label}, change on the week before`,
    value,
    unit: now.unit,
    words: value === undefined ? 'No value: one of the two weeks is missing' : 'Change on the week before',
    formula: 'x(t) − x(t−1)',
    numbers:
      value === undefined ? '' : `${grouped(now.value)} − ${grouped(before.value)} = ${signedText(value)}`,
    parts: () => [
      { ...now, label: 'The week' },
      { ...before, label: `${backText(1)} before` },
    ],
  });
}

function rankNode(from: ExplainedFrom, place: number): NumberNode {
  const { data, row, series } = from;
  const weeks = [row, ...seasonRows(data.claims, row)].filter(
    (one) => data.claims.texts[place]?.[one] !== undefined,
  );
  const value = measureAreas('unusual', data)?.text(place, row);
  return weekNode({
    date: dateText(dayOfRow(data.claims, row)),
    label: `${SERIES_WORDS[series].label} claims among this week of this and earlier years, ${areaName(place)}`,
    value,
    unit: `of ${weeks.length}`,
    words:
      'The rank among this week and, of each earlier year held, the week that ends nearest to the same date: 1 is the highest',
    parts: () => weeks.map((one) => claimsNode(from, place, one, one === row ? 'The week' : '')),
  });
}

/** The sum of the areas or of their changes. @param isOthers whether to sum only areas that are not named */
function nationNode(from: ExplainedFrom, back: number | undefined, isOthers: boolean): NumberNode {
  const { data, row, series } = from;
  const { claims } = data;
  const date = dateText(dayOfRow(claims, row));
  const { claims: words } = SERIES_WORDS[series];
  if (back === undefined) {
    const { sum, count } = sumOfRow(claims, row);
    return weekNode({
      date,
      label: `Sum of ${words}`,
      value: scaledText(claims, sum),
      unit: 'claims',
      words: `Sum of ${count} areas`,
      parts: () =>
        [...AREAS.keys()]
          .filter((place) => claims.texts[place]?.[row] !== undefined)
          .map((place) => claimsNode(from, place, row, areaName(place))),
    });
  }
  const moved = movedAreas(claims, row, back);
  const changes = isOthers ? namedAreas(moved).others : moved.changes;
  const sum = changes.reduce((total, { change }) => total + change, 0);
  return weekNode({
    date,
    label: `Change of ${words}${isOthers ? ' of the other areas' : ''} on ${back === 1 ? 'the week' : 'the year'} before`,
    value: scaledText(claims, sum),
    unit: 'claims',
    words: `Sum of the changes of ${changes.length} areas, the largest last`,
    parts: () =>
      // The largest come last, because a long list first shows its last parts.
      changes.toReversed().map(({ area }) => ({
        ...changeNode(from, area, back === 1 ? 'week' : 'year', back),
        label: areaName(area),
      })),
  });
}

const grouped = (text: string | undefined) => groupDigits(text ?? '');
const backText = (back: number) => (back === 1 ? '1 week' : `${back} weeks`);
