import { ActionIcon, Box, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconMinimize, IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import {
  generatedHeading,
  headingText,
  inBaseUnits,
  type Line,
  LONGEST_HEADING,
} from '../../service/view/index.ts';
import type { DateRange, Heading, View } from '../../service/view/types.ts';
import type { ExploreLayout } from './chart-actions.ts';
import styles from './explore.module.css';

/** The heading with the notes, and under it legend, chart and overview. */
export function ChartPanel(props: {
  panel: RefObject<HTMLElement | null>;
  view: View;
  lines: readonly Line[];
  range: DateRange;
  layout: ExploreLayout;
  notes: ReactNode;
  children: ReactNode;
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
      {props.children}
    </Box>
  );
}

/** Title, subtitle and notes. Words are generated or the user's; images show the same words. */
function ChartHeading(props: {
  view: View;
  lines: readonly Line[];
  range: DateRange;
  onChange: (view: View) => void;
  children: ReactNode;
}) {
  const { view, lines, range, onChange } = props;
  const hasLines = !lines.every(({ hidden }) => hidden);
  const made = generatedHeading(inBaseUnits(lines), range, view.asOf);
  const write = (part: keyof Heading) => (typed: string) => {
    const text = headingText(typed);
    const { [part]: before, ...rest } = view.heading;
    const own = text === undefined || text === made[part] ? undefined : text;
    if (own !== before) onChange({ ...view, heading: own === undefined ? rest : { ...rest, [part]: own } });
  };
  return (
    // Keeps its height without lines, so that the plot stays in place.
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

const PENCIL = { position: 'absolute', right: 1, background: 'var(--surface)' } as const;

/** A text to edit in place. Enter or blur keeps a change, Escape drops it; empty restores the default. */
function EditableWords(props: {
  what: string;
  own: string | undefined;
  made: string;
  onWrite: (text: string) => void;
}) {
  const { what, own, made, onWrite } = props;
  const [draft, setDraft] = useState<string | undefined>();
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isBack = useRef(false);
  const isEditing = draft !== undefined;
  useEffect(() => {
    if (isEditing) field.current?.select();
    else if (isBack.current) button.current?.focus();
    isBack.current = false;
  }, [isEditing]);

  const end = (how: 'keep' | 'leave') => {
    if (draft === undefined) return;
    setDraft(undefined);
    if (how === 'keep') onWrite(draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes characters, Enter and Escape belong to it.
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    isBack.current = true;
    end(event.key === 'Enter' ? 'keep' : 'leave');
  };
  // Text that a user wrote stays as it is.
  const shown = own ?? inDateStyle(made);
  if (isEditing)
    return (
      <input
        ref={field}
        className={`rounded full-width ${styles.field}`}
        aria-label={`Chart ${what}`}
        placeholder={made}
        maxLength={LONGEST_HEADING}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end('keep')}
      />
    );
  return (
    <UnstyledButton
      ref={button}
      className={`rounded row gap-4 ${styles.words}`}
      pos="relative"
      title={`${shown}\nEdit the ${what}`}
      onClick={() => setDraft(own ?? made)}
    >
      <span className="cut one-line">{shown}</span>
      <VisuallyHidden>, edit the {what}</VisuallyHidden>
      {/* Lies over the end of the words, so as not to shorten them. */}
      <IconPencil className={styles.pencil} style={PENCIL} size={13} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
