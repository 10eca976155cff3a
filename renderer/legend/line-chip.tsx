import { Popover, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { seriesTitle } from '../../service/datasets/series-choice.ts';
import { periodText } from '../../service/series-math/align.ts';
import { withUnit } from '../../service/series-math/decimal-text.ts';
import { askedFrequency } from '../../service/series-math/frequency.ts';
import { unitsWords } from '../../service/series-math/units.ts';
import type { Line } from '../../service/view/index.ts';
import { SeriesSwatch } from '../chart/index.ts';
import { editFormula, slotLetter } from '../view/index.ts';
import { FormulaForm } from './formula-form.tsx';
import { frequencyWord } from './frequency-choices.ts';
import { lastChange } from './last-value.ts';
import styles from './legend.module.css';
import { type LineChipProps, LineMenu } from './line-menu.tsx';
import { LineStyleForm } from './line-style-form.tsx';

/** One shown line: its look, letter, title, what was done to it, last value and change; a press hides or shows it. */
export function LineChip(props: LineChipProps) {
  const { line, place, onMove } = props;
  const [form, setForm] = useState<'style' | 'formula' | undefined>();
  const close = () => setForm(undefined);
  const title = line.choice ? seriesTitle(line.choice) : line.title;
  const last = line.column.values.at(-1);
  const { rest } = line.column;
  const change = lastChange(line.column, line.cadence);
  const lastDay = line.column.days.at(-1);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(place + step);
  };
  return (
    <Popover
      opened={form !== undefined}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-end"
      // Where the window is low the form comes up over its chip.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      trapFocus
      returnFocus
      // The chip is what the form stands under; the menu's item is what opens it.
      withRoles={false}
    >
      <Popover.Target>
        <div className="flex shrink">
          <UnstyledButton
            className={`hovers row shrink gap-8 ${styles.chipMain}`}
            aria-pressed={!line.hidden}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
            title={[`${line.hidden ? 'Show' : 'Hide'} ${title}`, ...line.notes].join('\n')}
            onClick={props.onToggle}
            onKeyDown={move}
          >
            <SeriesSwatch slot={line.slot} type={line.style.type ?? props.view.type} />
            {line.choice && <span className="fixed quiet small mono">{slotLetter(line.slot)}</span>}
            <span className={`cut firm one-line ${styles.chipTitle}`}>{line.title}</span>
            {frequencyDone(line) !== '' && (
              <span className={`accent fine one-line ${styles.chipDone} ${styles.chipFrequency}`}>
                {frequencyDone(line)}
              </span>
            )}
            {unitsDone(line) !== '' && (
              <span className={`accent fine one-line ${styles.chipDone}`}>{unitsDone(line)}</span>
            )}
            {rest !== undefined && (
              <span className="quiet one-line">{rest === 'coming' ? 'loading…' : 'not all loaded'}</span>
            )}
            {last !== undefined && lastDay !== undefined && !rest && (
              <span className="quiet one-line" title={`Last value, of ${dateText(lastDay)}`}>
                {withUnit(last, line.unit)} <span className="fine">{periodText(lastDay, line.cadence)}</span>
              </span>
            )}
            {change !== undefined && !rest && (
              <span className={`quiet fine one-line ${styles.chipChange}`}>{change}</span>
            )}
          </UnstyledButton>
          <LineMenu {...props} title={title} onForm={setForm} />
        </div>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={form === 'formula' ? `Edit the formula ${title}` : `Units, axis and type of ${title}`}
      >
        {form === 'formula' && line.formula !== undefined ? (
          <FormulaForm
            view={props.view}
            edited={line.formula}
            onTake={(text) => {
              close();
              props.onChange(editFormula(props.view, line.formula ?? '', text));
            }}
          />
        ) : (
          <LineStyleForm view={props.view} line={line} onChange={props.onChange} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** 'Monthly avg · % yr ago · 3-avg · right axis': what makes the line other than published, short. */
export function doneTo(line: Line): string {
  return [frequencyDone(line), unitsDone(line)].filter((words) => words !== '').join(' · ');
}

function frequencyDone({ style, to }: Line): string {
  const { frequency, aggregation } = style;
  // What the whole chart has is said by its own controls, and by the notes.
  if (frequency === undefined && (aggregation === undefined || to === undefined)) return '';
  const asked = frequency === 'own' ? undefined : (frequency ?? (to && askedFrequency(to.cadence)));
  const name = asked === undefined ? 'As published' : frequencyWord(asked);
  return [name, to?.method].filter(Boolean).join(' ');
}

function unitsDone({ units, style, average }: Line): string {
  const words = [
    units !== 'lin' &&
      [unitsWords(units).short, units === 'nbd' && style.indexDate].filter(Boolean).join(' '),
    average && `${average}-avg`,
    style.axis === 'right' && 'right axis',
  ];
  return words.filter((word) => typeof word === 'string').join(' · ');
}
