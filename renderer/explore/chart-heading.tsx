import { Box } from '@mantine/core';
import type { Line } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import { madeHeading } from '../take-away/index.ts';
import { type Heading, headingText, type View } from '../view/index.ts';
import styles from './chart-heading.module.css';
import { EditableWords } from './editable-words.tsx';

/** Title and subtitle of the chart, generated from its lines or written by the user. Exported files and images have the same. */
export function ChartHeading(props: {
  view: View;
  lines: readonly Line[];
  range: DateRange;
  onChange: (view: View) => void;
}) {
  const { view, lines, range, onChange } = props;
  if (lines.every(({ hidden }) => hidden))
    return <Box className="flex grow baseline gap-4" mih="1.5rem" ml="-0.3125rem" />;
  const made = madeHeading(lines, range, view.asOf);
  const write = (part: keyof Heading) => (typed: string) => {
    const text = headingText(typed);
    const { [part]: before, ...rest } = view.heading;
    const own = text === undefined || text === made[part] ? undefined : text;
    if (own !== before) onChange({ ...view, heading: own === undefined ? rest : { ...rest, [part]: own } });
  };
  return (
    <Box className={`grow gap-4 ${styles.heading}`} mih="1.5rem" ml="-0.3125rem">
      <h2 className="large strong shrink">
        <EditableWords what="title" own={view.heading.title} made={made.title} onWrite={write('title')} />
      </h2>
      <Box component="p" className="quiet fine shrink">
        <EditableWords
          what="subtitle"
          own={view.heading.subtitle}
          made={made.subtitle}
          onWrite={write('subtitle')}
        />
      </Box>
    </Box>
  );
}
