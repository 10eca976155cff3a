import { Popover, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { seriesTitle } from '../../service/datasets/series-choice.ts';
import { periodText } from '../../service/series-math/align.ts';
import { withUnit } from '../../service/series-math/decimal-text.ts';
import { askedFrequency } from '../../service/series-math/frequency.ts';
import { unitsWords } from '../../service/series-math/units.ts';
import { type Line, slotLetter } from '../../service/view/index.ts';
import { SeriesSwatch } from '../chart/index.ts';
import { editFormula, lastChange } from '../view/index.ts';
import { FormulaForm } from './formula-form.tsx';
import { frequencyWord } from './frequency-choices.ts';
import styles from './legend.module.css';
import { type LineChipProps, LineMenu } from './line-menu.tsx';
import { LineStyleForm } from './line-style-form.tsx';

/** One shown line: swatch, letter, title, transformations, last value and last change. A press hides or shows the line. */
export function LineChip(props: LineChipProps) {
  const { line, place, onMove } = props;
  const [form, setForm] = useState<'style' | 'formula' | undefined>();
  const close = () => setForm(undefined);
  const title = line.choice && !line.style.name ? seriesTitle(line.choice) : line.title;
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
      // In a low window the form opens above its chip.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      trapFocus
      returnFocus
      // The chip only positions the form; an item of the menu opens it.
      withRoles={false}
    >
      <Popover.Target>
        <div className="flex shrink">
          <UnstyledButton
            className={`hovers row shrink gap-8 ${styles.chipMain}`}
            aria-pressed={!line.hidden}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
            title={[
              `${line.hidden ? 'Show' : 'Hide'} ${title}`,
              ...(line.formula === undefined ? [] : [line.formula]),
              ...line.notes,
            ].join('\n')}
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

/** @returns a line's own frequency and aggregation: 'Monthly avg'; '' where it follows the chart. */
function frequencyDone({ style, to }: Line): string {
  const { frequency, aggregation } = style;
  // The frequency of the whole chart is shown by its own control and in the notes.
  if (frequency === undefined && (aggregation === undefined || to === undefined)) return '';
  const asked = frequency === 'own' ? undefined : (frequency ?? (to && askedFrequency(to.cadence)));
  const name = asked === undefined ? 'As published' : frequencyWord(asked);
  return [name, to?.method].filter(Boolean).join(' ');
}

/** @returns units, moving average and axis of a line: '% yr ago · 3-avg · right axis'; '' for a line as published. */
function unitsDone({ units, style, average }: Line): string {
  const words = [
    units !== 'lin' &&
      [unitsWords(units).short, units === 'nbd' && style.indexDate].filter(Boolean).join(' '),
    average && `${average}-avg`,
    style.axis === 'right' && 'right axis',
  ];
  return words.filter((word) => typeof word === 'string').join(' · ');
}
