import type { ReactNode } from 'react';
import type { Line } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import { madeHeading } from '../take-away/index.ts';
import { type Heading, headingText, type View } from '../view/index.ts';
import styles from './chart-heading.module.css';
import { EditableWords } from './editable-words.tsx';

/** Title and, under it, subtitle and notes of the chart. The words are generated from its lines or written by the user; files and images have the same. */
export function ChartHeading(props: {
  view: View;
  lines: readonly Line[];
  range: DateRange;
  onChange: (view: View) => void;
  /** The notes, which share a line with the subtitle. */
  children: ReactNode;
}) {
  const { view, lines, range, onChange } = props;
  const hasLines = !lines.every(({ hidden }) => hidden);
  const made = madeHeading(lines, range, view.asOf);
  const write = (part: keyof Heading) => (typed: string) => {
    const text = headingText(typed);
    const { [part]: before, ...rest } = view.heading;
    const own = text === undefined || text === made[part] ? undefined : text;
    if (own !== before) onChange({ ...view, heading: own === undefined ? rest : { ...rest, [part]: own } });
  };
  return (
    <div className={`grow ${styles.heading}`}>
      {hasLines && (
        <h2 className="large strong">
          <EditableWords what="title" own={view.heading.title} made={made.title} onWrite={write('title')} />
        </h2>
      )}
      <div className={`flex gap-12 ${styles.line}`}>
        {hasLines && (
          <p className="quiet fine shrink">
            <EditableWords
              what="subtitle"
              own={view.heading.subtitle}
              made={made.subtitle}
              onWrite={write('subtitle')}
            />
          </p>
        )}
        {props.children}
      </div>
    </div>
  );
}
