import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { headingText, inBaseUnits, type Line, madeHeading } from '../../service/view/index.ts';
import type { DateRange, Heading, View } from '../../service/view/types.ts';
import { EditableWords } from './editable-words.tsx';

/** Title and, under it, subtitle and notes of the chart. The words are generated from its lines or written by the user; images have the same, files the publisher's unit. */
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
  const made = madeHeading(inBaseUnits(lines), range, view.asOf);
  const write = (part: keyof Heading) => (typed: string) => {
    const text = headingText(typed);
    const { [part]: before, ...rest } = view.heading;
    const own = text === undefined || text === made[part] ? undefined : text;
    if (own !== before) onChange({ ...view, heading: own === undefined ? rest : { ...rest, [part]: own } });
  };
  return (
    // As high without lines, so that the plot stays where it is.
    <Box className="grow" mih="calc(1.375rem + 24px)" lh={1.4}>
      {hasLines && (
        <Box component="h2" className="large strong" ml="-0.3125rem">
          <EditableWords what="title" own={view.heading.title} made={made.title} onWrite={write('title')} />
        </Box>
      )}
      <Box className="flex start wrap" mih={24} style={{ columnGap: '0.75rem' }}>
        {hasLines && (
          <Box component="p" className="quiet fine shrink" pt={1} ml="-0.3125rem">
            <EditableWords
              what="subtitle"
              own={view.heading.subtitle}
              made={made.subtitle}
              onWrite={write('subtitle')}
            />
          </Box>
        )}
        {props.children}
      </Box>
    </Box>
  );
}
