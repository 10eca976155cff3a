import { Popover, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KeyboardEvent } from 'react';
import { askedFrequency } from '../../service/series-math/frequency.ts';
import { unitsWords } from '../../service/series-math/units.ts';
import { SeriesSwatch } from '../chart/index.ts';
import type { Line } from '../lines/index.ts';
import { seriesTitle } from '../picker/index.ts';
import { slotLetter, type View } from '../view/index.ts';
import { frequencyWord } from './frequency-choices.ts';
import { lastChange, withUnit } from './last-value.ts';
import styles from './legend.module.css';
import { LineMenu } from './line-menu.tsx';
import { LineStyleForm } from './line-style-form.tsx';

export type LineChipProps = {
  view: View;
  line: Line;
  place: number;
  /** Of the series, which alone can be moved. */
  count: number;
  onChange: (view: View) => void;
  onToggle: () => void;
  onMove: (place: number) => void;
  onRemove: () => void;
  onDetails: () => void;
};

/** One shown line: its look, letter, title, what was done to it, last value and change; a press hides or shows it. */
export function LineChip(props: LineChipProps) {
  const { line, place, onMove } = props;
  const [isStyling, styling] = useDisclosure(false);
  const title = line.choice ? seriesTitle(line.choice) : line.title;
  const last = line.column.values.at(-1);
  const { rest } = line.column;
  const change = lastChange(line.column.values);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!event.altKey || step === undefined || !line.choice) return;
    event.preventDefault();
    onMove(place + step);
  };
  return (
    <Popover
      opened={isStyling}
      onChange={(isOpen) => !isOpen && styling.close()}
      position="bottom-end"
      trapFocus
      returnFocus
      // The chip is what the form stands under; the menu's item is what opens it.
      withRoles={false}
    >
      <Popover.Target>
        <div className={styles.chipInside}>
          <UnstyledButton
            className={styles.chipMain as string}
            aria-pressed={!line.hidden}
            {...(line.choice && { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight' })}
            title={[`${line.hidden ? 'Show' : 'Hide'} ${title}`, ...line.notes].join('\n')}
            onClick={props.onToggle}
            onKeyDown={move}
          >
            <SeriesSwatch slot={line.slot} />
            {line.choice && <span className={styles.letter}>{slotLetter(line.slot)}</span>}
            <span className={styles.chipTitle}>{line.title}</span>
            {doneTo(line) !== '' && <span className={styles.chipDone}>{doneTo(line)}</span>}
            {rest !== undefined && (
              <span className={styles.chipValue}>{rest === 'coming' ? 'loading…' : 'not all loaded'}</span>
            )}
            {last !== undefined && !rest && (
              <span className={styles.chipValue}>{withUnit(last, line.unit)}</span>
            )}
            {change !== undefined && !rest && <span className={styles.chipChange}>{change}</span>}
          </UnstyledButton>
          <LineMenu {...props} title={title} onStyle={styling.open} />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Units, axis and type of ${title}`}>
        <LineStyleForm view={props.view} line={line} onChange={props.onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** 'Monthly avg · % yr ago · 3-avg · right axis': what makes the line other than published, short. */
export function doneTo({ units, style, to, average }: Line): string {
  const { frequency, aggregation } = style;
  // What the whole chart has is said by its own controls, and by the notes.
  const isOwn = frequency !== undefined || (aggregation !== undefined && to !== undefined);
  const asked = frequency === 'own' ? undefined : (frequency ?? (to && askedFrequency(to.cadence)));
  const words = [
    isOwn &&
      [asked === undefined ? 'As published' : frequencyWord(asked), to?.method].filter(Boolean).join(' '),
    units !== 'lin' &&
      [unitsWords(units).short, units === 'nbd' && style.indexDate].filter(Boolean).join(' '),
    average && `${average}-avg`,
    style.axis === 'right' && 'right axis',
  ];
  return words.filter((word) => typeof word === 'string').join(' · ');
}
