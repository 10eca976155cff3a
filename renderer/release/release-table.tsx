import { Link } from '@tanstack/react-router';
import { shownDate } from '../../service/calendar/dates.ts';
import type { Dataset } from '../../service/datasets/index.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import { readDigits, wholeAmount } from '../../service/series-math/short-value.ts';
import { unitChangeText } from '../../service/series-math/unit-scale.ts';
import { type ViewSearch, viewSearch } from '../../service/view/index.ts';
import { Columns, NoValue, useNewChart } from '../frame/index.ts';
import styles from './release.module.css';
import { type ReleaseRow, referenceTitles } from './release-rows.ts';
import { SHOWN_NUMBERS, type ShownNumbers } from './release-search.ts';

/** A row a series that has data, by group. A series' name leads to its chart, its newest number to what explains it. */
export function ReleaseTable(props: {
  dataset: Dataset;
  area: string;
  rows: readonly ReleaseRow[];
  shown: ShownNumbers;
  labelledBy: string;
}) {
  const { dataset, area, rows, shown } = props;
  const titles = referenceTitles(dataset);
  const newChart = useNewChart();
  const chartOf = (code: string, date?: string): ViewSearch => {
    const choice = { dataset: dataset.id, code, area };
    const view = newChart([choice]);
    return viewSearch(date === undefined ? view : { ...view, explained: { line: seriesId(choice), date } });
  };
  const held = rows.filter(({ value }) => value !== undefined);
  const groups = [...Map.groupBy(held, ({ series }) => series.group)];
  // A group a series would say everything twice.
  const hasGroups = groups.length > 1 && groups.length < held.length;
  // As wide as the longest text of any choice of numbers, so that another choice moves nothing.
  const longest = (texts: readonly (string | undefined)[]) => {
    const most = Math.max(10, ...texts.map((text = '') => text.length));
    return `calc(${most}ch + 1.25rem)`;
  };
  const widths = [
    longest([]),
    longest(held.map(({ value, series }) => value && groupDigits(readDigits(value, series.unitShort)))),
    ...titles.map((_, i) => longest(held.flatMap((row) => SHOWN_NUMBERS.map((one) => textOf(row, i, one))))),
  ];
  return (
    <table
      className={styles.table}
      style={{ minWidth: `calc(11rem + ${widths.join(' + ')})` }}
      aria-labelledby={props.labelledBy}
    >
      <Columns widths={[undefined, ...widths]} />
      <thead>
        <tr>
          <td />
          <th scope="col">Date</th>
          <th scope="col">Newest</th>
          {titles.map((title) => (
            <th key={title} scope="col">
              {shown === 'values' ? title : `From ${title.toLowerCase()}`}
              {shown === 'percent' && ', %'}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(([group, own]) => (
        <tbody key={group}>
          {hasGroups && (
            <tr>
              <th scope="rowgroup" colSpan={titles.length + 3} className="strong">
                {group}
              </th>
            </tr>
          )}
          {own.map(({ series, date, value, compared }) => (
            <tr key={series.code}>
              <th scope="row">
                <Link to="/explore" search={chartOf(series.code)} className="cell-link">
                  {series.title}
                </Link>{' '}
                <span className="quiet fine">{series.unitShort}</span>
              </th>
              <td className="quiet">{date === undefined ? <NoValue /> : shownDate(date)}</td>
              <td className="medium">
                {value === undefined || date === undefined ? (
                  <NoValue />
                ) : (
                  <Link
                    to="/explore"
                    search={chartOf(series.code, date)}
                    className="cell-link"
                    title={`${wholeAmount(value, series)}\nExplain this number`}
                  >
                    {groupDigits(readDigits(value, series.unitShort))}
                  </Link>
                )}
              </td>
              {titles.map((title, i) => (
                <td
                  key={title}
                  title={compared[i] && `${groupDigits(compared[i].value)} on ${shownDate(compared[i].date)}`}
                >
                  {textOf({ series, value, compared }, i, shown) ?? <NoValue />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** @param at the place of the column among those that compare. */
function textOf(
  { series: { unitShort }, value, compared: all }: Pick<ReleaseRow, 'series' | 'value' | 'compared'>,
  at: number,
  shown: ShownNumbers,
): string | undefined {
  const compared = all[at];
  switch (shown) {
    case 'values':
      return compared && groupDigits(readDigits(compared.value, unitShort, value));
    case 'changes':
      return compared && unitChangeText(readDigits(compared.change, unitShort, value), unitShort);
    case 'percent':
      return compared?.percent === undefined ? undefined : signedText(compared.percent);
  }
}

/** @returns the search parameters that show a series in Explore, with its number of a day explained. */
