import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from '../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import { RESERVE_STATEMENT } from '../../service/datasets/factors_affecting_reserve_balances/statement.ts';
import type { StatementLine } from '../../service/datasets/types.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import { NoValue, useNewChartSearch } from '../frame/index.ts';
import type { StatementCells } from './cells.ts';
import styles from './statement.module.css';
import type { Weeks } from './weeks.ts';

/** The statement as a table: sections, indented lines, the level of the week and two changes. Each line links to its chart. */
export function StatementTable(props: {
  labelledBy: string;
  weeks: Weeks;
  /** By series code; `undefined` while they load. */
  cells: ReadonlyMap<string, StatementCells> | undefined;
}) {
  const { weeks, cells } = props;
  return (
    <table className={styles.table} aria-labelledby={props.labelledBy} aria-busy={cells === undefined}>
      <thead>
        <tr>
          <td />
          <Head title="Wednesday level" date={weeks.week} />
          <Head title="Change from week before" date={weeks.weekBefore} />
          <Head title="Change from year before" date={weeks.yearBefore} />
        </tr>
      </thead>
      {RESERVE_STATEMENT.map(({ title, lines }) => (
        <tbody key={title}>
          <tr className={styles.section}>
            <th scope="rowgroup" colSpan={4}>
              {title}
            </th>
          </tr>
          {lines.map((line) => (
            <Line key={line.label} line={line} cells={cells} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Head({ title, date }: { title: string; date: string }) {
  return (
    <th scope="col">
      <span className={`block ${styles.headTitle}`}>{title}</span>{' '}
      <span className="ink medium one-line block">{shownDate(date)}</span>
    </th>
  );
}

function Line(props: { line: StatementLine; cells: ReadonlyMap<string, StatementCells> | undefined }) {
  const newChartSearch = useNewChartSearch();
  const { label, code, indent, isTotal } = props.line;
  if (code === undefined) {
    return (
      <tr className={styles.heading}>
        <td colSpan={4} data-indent={indent} style={indentOf(indent)}>
          {label}
        </td>
      </tr>
    );
  }
  const cells = props.cells && (props.cells.get(code) ?? NOTHING);
  return (
    <tr className={styles.line} data-total={isTotal}>
      <th scope="row" data-indent={indent} style={indentOf(indent)}>
        <Link
          to="/explore"
          search={newChartSearch([{ dataset: FACTORS_AFFECTING_RESERVE_BALANCES.id, code, area: '' }])}
          className="block cell-link"
          title={seriesTitleOf(code)}
        >
          {label}
        </Link>
      </th>
      <Value text={cells?.level} print={groupDigits} isThere={cells !== undefined} />
      <Value text={cells?.fromWeekBefore} print={signedText} isThere={cells !== undefined} />
      <Value text={cells?.fromYearBefore} print={signedText} isThere={cells !== undefined} />
    </tr>
  );
}

const NOTHING: StatementCells = { level: undefined, fromWeekBefore: undefined, fromYearBefore: undefined };

function Value(props: { text: string | undefined; print: (text: string) => string; isThere: boolean }) {
  if (!props.isThere) return <td />;
  if (props.text !== undefined) return <td>{props.print(props.text)}</td>;
  return (
    <td>
      <NoValue />
    </td>
  );
}

/** @returns the search parameters that show only this line in Explore. */
function seriesTitleOf(code: string): string | undefined {
  return FACTORS_AFFECTING_RESERVE_BALANCES.series.find((series) => series.code === code)?.title;
}

/** @returns the indent of a label, from which the style sheet computes its padding. */
function indentOf(indent: number): CSSProperties {
  return { '--indent': indent } as CSSProperties;
}
