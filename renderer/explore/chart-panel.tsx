import { ActionIcon, Box, Skeleton } from '@mantine/core';
import { IconMinimize } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { headingText, inBaseUnits, type Line, madeHeading } from '../../service/view/index.ts';
import type { DateRange, Heading, View } from '../../service/view/types.ts';
import { EditableWords } from './editable-words.tsx';
import type { ExploreLayout } from './layout.ts';

/** The heading with the notes, the legend in one row, and under it the chart, over which nothing stands. */
export function ChartPanel(props: {
  panel: RefObject<HTMLElement | null>;
  view: View;
  lines: readonly Line[];
  range: DateRange;
  layout: ExploreLayout;
  /** Nothing is drawn yet: a placeholder is shown. */
  isFirstLoad: boolean;
  notes: ReactNode;
  legend: ReactNode;
  chart: ReactNode;
  /** The progress of loading. */
  progress: ReactNode;
  overview: ReactNode;
  onChange: (view: View) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { view, lines, range, layout, onChange } = props;
  return (
    <Box
      component="section"
      ref={props.panel}
      className="column"
      h="100%"
      bg="var(--surface)"
      aria-label="Chart"
      onKeyDown={props.onKeyDown}
    >
      <Box className="flex fixed gap-12" px={10} pt={2}>
        <ChartHeading view={view} lines={lines} range={range} onChange={onChange}>
          {props.notes}
        </ChartHeading>
        {layout.isAlone && (
          <ActionIcon
            size={24}
            aria-label="Show everything around the chart"
            title="Show everything (F or Escape)"
            onClick={layout.toggleAlone}
          >
            <IconMinimize size={16} stroke={1.6} />
          </ActionIcon>
        )}
      </Box>
      {props.legend}
      {/* The drawing itself must not set the size. */}
      <Box className="fill low" pos="relative" style={{ contain: 'size' }}>
        {props.isFirstLoad ? (
          <Skeleton height="100%" role="img" aria-label="Loading the chart" />
        ) : (
          props.chart
        )}
        {props.progress}
      </Box>
      {props.overview}
    </Box>
  );
}

/** Title and, under it, subtitle and notes of the chart. The words are generated from its lines or written by the user; images have the same, files the publisher's unit. */
function ChartHeading(props: {
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
