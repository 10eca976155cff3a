import type { ReactNode } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { type Dataset, findDataset } from '../../service/datasets/index.ts';
import { STATES } from '../../service/datasets/states.ts';
import { groupDigits, plainly } from '../../service/series-math/decimal-text.ts';
import { readDigits, shortAmount, shortChange } from '../../service/series-math/short-value.ts';
import { unitChangeText } from '../../service/series-math/unit-scale.ts';
import { requestQuery, requestSearch } from '../../service/view/index.ts';
import { useCatalog, useWideTable } from '../api/index.ts';
import { NO_VALUE, noDataText, TileTable } from '../frame/index.ts';
import type { TileProps } from '../frame/types.ts';
import { parseView } from '../view/index.ts';
import { loadedAround, OFFERED, releasePath } from './release-path.ts';
import { dayOnOrBefore, type ReleaseRow, referenceTitles, releaseRows } from './release-rows.ts';
import type { ReleaseSearch } from './release-search.ts';

/** A table of a release on a tile: the newest numbers, and how they changed from the period and the year before. */
export function ReleaseTile({ search, frame }: TileProps<ReleaseSearch>): ReactNode {
  const dataset = findDataset(search.dataset ?? '') ?? (OFFERED[0] as Dataset);
  const last = useCatalog().data?.datasets.find(({ id }) => id === dataset.id)?.last_date;
  const area = dataset.byState ? (search.state ?? 'CA') : '';
  const isDay = search.date !== undefined && dayNumber(search.date) !== undefined;
  const asked = isDay ? search.date : last;
  const days = asked && last ? loadedAround(asked, last) : undefined;
  const { data, error, refetch } = useWideTable(days && releasePath(dataset, area, days));
  const day = data && asked ? dayOnOrBefore(data, dayNumber(asked) as number) : undefined;
  const rows =
    data && day !== undefined
      ? releaseRows(dataset, data, day).filter(({ value }) => value !== undefined)
      : undefined;
  if (last === null || (data && !rows))
    return frame({ state: 'empty', why: noDataText(`data of ${dataset.title}`) });
  if (error) return frame({ state: 'failed', why: error.message, retry: () => void refetch() });
  if (!rows || day === undefined || !days) return frame({ state: 'loading' });
  const { view } = parseView({ series: '' });
  const series = dataset.series.map(({ code }, slot) => ({
    ...{ choice: { dataset: dataset.id, code, area }, slot, hidden: false, style: {} },
  }));
  const titles = referenceTitles(dataset);
  const of = area === '' ? '' : `, ${STATES[area as keyof typeof STATES]}`;
  return frame(
    {
      state: 'drawn',
      sentence: plainly(() => sentenceOf(`${dataset.title}${of}, ${dateText(day)}`, rows[0], titles[0])),
      datasets: [dataset.id],
      sheet: {
        search: requestQuery(requestSearch({ ...view, series }, { from: days.from, to: dateText(day) })),
      },
    },
    <TileTable
      head={['Series', 'Newest', shortened(titles[0]), shortened(titles.at(-1))]}
      rows={rows.map((row) => [
        row.series.title,
        groupDigits(readDigits(row.value ?? '', row.series.unitShort)),
        changeOf(row.compared[0], row),
        changeOf(row.compared.at(-1), row),
      ])}
    />,
  );
}

function sentenceOf(what: string, first: ReleaseRow | undefined, title = ''): string {
  if (!first?.value) return `${what}.`;
  const [before] = first.compared;
  const since =
    before && `, ${shortChange(before.change, first.series.unitShort)} from the ${title.toLowerCase()}`;
  return `${what}: ${first.series.title} ${shortAmount(first.value, first.series)}${since ?? ''}.`;
}

const changeOf = (
  one: ReleaseRow['compared'][number],
  { series: { unitShort }, value }: Pick<ReleaseRow, 'series' | 'value'>,
): string => (one ? unitChangeText(readDigits(one.change, unitShort, value), unitShort) : NO_VALUE);
/** 'Week before' → 'From week' */
const shortened = (title = ''): string => `From ${title.toLowerCase().replace(' before', '')}`;
