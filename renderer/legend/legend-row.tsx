import { ActionIcon, Box, Menu, type MenuItemProps, Popover, UnstyledButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconAdjustments,
  IconArrowLeft,
  IconArrowRight,
  IconClipboardText,
  IconCopyPlus,
  IconDotsVertical,
  IconEye,
  IconEyeOff,
  IconFocus2,
  IconInfoCircle,
  IconMathFunction,
  IconPin,
  IconTrash,
} from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, useMemo, useState } from 'react';
import { dateText, shownDay } from '../../service/calendar/dates.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { asShown, copied } from '../../service/series-math/decimal-text.ts';
import { askedFrequency } from '../../service/series-math/frequency.ts';
import { shortValue } from '../../service/series-math/short-value.ts';
import { averageText, unitsWords } from '../../service/series-math/units.ts';
import { fullTitle, type Line, MOST_SERIES, slotLetter } from '../../service/view/index.ts';
import type { LineId, View } from '../../service/view/types.ts';
import { SeriesSwatch } from '../chart/index.ts';
import { usePinned } from '../picker/index.ts';
import {
  captionOf,
  editFormula,
  lastChange,
  moveLine,
  removeLine,
  repeatLine,
  toggleHidden,
  wholeValue,
} from '../view/index.ts';
import { FormulaForm } from './formula-form.tsx';
import { frequencyWord } from './frequency-choices.ts';
import styles from './legend.module.css';
import { type LegendValue, type LegendValues, longestValue } from './legend-values.ts';
import { LineStyleForm } from './line-style-form.tsx';

/** One line in the legend. A press on its title hides or shows it; a press on its value explains it. */
export function LegendRow(
  props: LineMenuProps & {
    shown: LegendValues;
    /** 'left', 'right', 'no data' or 'not drawn'; '' if there is only one axis. */
    side: string;
    /** The part of its title that the heading does not contain. */
    ownName: string | undefined;
    /** Length of its date if it may differ from the legend's date; otherwise 0. */
    dateLength: number;
    /** @param date `YYYY-MM-DD` */
    onExplain: (date: string) => void;
  },
) {
  const { view, line, shown, place, onChange } = props;
  const [form, setForm] = useState<'style' | 'formula' | undefined>();
  const close = () => setForm(undefined);
  const title = fullTitle(line);
  const value = shown.values.get(line.id);
  const { rest } = line.column;
  const done = [frequencyDone(line), unitsDone(line)].filter((words) => words !== '').join(' · ');
  const longest = useMemo(() => longestValue(line), [line]);
  // Keeps one width for all values, so that nothing moves while they follow the crosshair.
  const width = line.hidden ? undefined : `calc(${longest}ch + 6px)`;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onChange(moveLine(view, line.id, place + step));
  };
  return (
    <Popover
      opened={form !== undefined}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-start"
      // In a low window the form opens above its row.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      trapFocus
      returnFocus
      // The row only positions the form; an item of the menu opens it.
      withRoles={false}
    >
      <Popover.Target>
        <div className="row shrink">
          <UnstyledButton
            className={`rounded hovers row gap-4 ${styles.name}`}
            miw="4.5rem"
            px={2}
            aria-pressed={!line.hidden}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
            title={[
              `${line.hidden ? 'Show' : 'Hide'} ${title}`,
              ...(line.formula === undefined ? [] : [line.formula]),
              ...line.notes.map(asShown),
            ].join('\n')}
            onClick={() => onChange(toggleHidden(view, line.id))}
            onKeyDown={move}
          >
            <span className="fixed row">
              <SeriesSwatch slot={line.slot} width={16} type={line.style.type ?? view.type} />
            </span>
            <span className="fixed quiet small mono">{slotLetter(line.slot)}</span>
            <span className={`cut firm one-line ${styles.title}`}>
              <Short title={line.title} own={props.ownName} />
            </span>
            {done !== '' && (
              // Shrinks before the title does.
              <Box component="span" className="cut accent fine one-line" flex="0 4 auto">
                {done}
              </Box>
            )}
          </UnstyledButton>
          {value === undefined ? (
            <Box
              component="span"
              className="fixed quiet fine one-line"
              miw={width}
              px={longest === 0 && rest === undefined ? 0 : 3}
            >
              {rest === undefined ? '' : rest === 'coming' ? 'loading…' : 'not all loaded'}
            </Box>
          ) : (
            <UnstyledButton
              className="rounded hovers fixed medium one-line to-right"
              miw={width}
              px={3}
              title={valueTitle(line, value)}
              onClick={() => props.onExplain(dateText(value.day))}
            >
              {shortValue(value.text, line.unit)}
            </UnstyledButton>
          )}
          <LineMenu {...props} title={title} onForm={setForm} />
          {(props.side !== '' || props.dateLength > 0) && (
            // In a narrow window this part shrinks first.
            <Box component="span" className="row gap-4 cut quiet fine one-line" flex="0 9 auto">
              {props.side !== '' && <span>{props.side}</span>}
              {props.dateLength > 0 && (
                <Box component="span" miw={`${props.dateLength}ch`}>
                  {value && shown.dateOf(line, value)}
                </Box>
              )}
            </Box>
          )}
        </div>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={form === 'formula' ? `Edit the formula ${title}` : `Units, axis and type of ${title}`}
      >
        {form === 'formula' && line.formula !== undefined ? (
          <FormulaForm
            view={view}
            edited={line.formula}
            onTake={(text) => {
              close();
              onChange(editFormula(view, line.id, text));
            }}
          />
        ) : (
          <LineStyleForm view={view} line={line} onChange={onChange} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Short({ title, own }: { title: string; own: string | undefined }) {
  const at = own === undefined ? -1 : title.indexOf(own);
  if (own === undefined || at < 0) return title;
  return (
    <>
      <span className="unseen">{title.slice(0, at)}</span>
      {own}
      <span className="unseen">{title.slice(at + own.length)}</span>
    </>
  );
}

/** @returns the whole value and its day; for the newest value also the change to it. */
function valueTitle(line: Line, { text, day }: LegendValue): string {
  const change =
    day === line.column.days.at(-1) ? lastChange(line.column, line.cadence, line.unit) : undefined;
  const valueAndDay = `${wholeValue(line, text)} on ${shownDay(day)}${change === undefined ? '' : ` (${change})`}`;
  return `${valueAndDay}\nExplain this number`;
}

/** @returns whether the generated name of a repeated series already contains the words. */
function isNamed({ choice, style, title }: Line, words: string): boolean {
  return (
    choice !== undefined && style.name === undefined && title.toLowerCase().includes(words.toLowerCase())
  );
}

/** @returns a line's own frequency and aggregation: 'Monthly avg'; '' if it has none or its name says so. */
function frequencyDone(line: Line): string {
  const { style, to } = line;
  const { frequency, aggregation } = style;
  // The frequency of the whole chart is shown by its own control and in the notes.
  if (frequency === undefined && (aggregation === undefined || to === undefined)) return '';
  const asked = frequency === 'own' ? undefined : (frequency ?? (to && askedFrequency(to.cadence)));
  const name = asked === undefined ? 'As published' : frequencyWord(asked);
  const words = [name, to?.method].filter(Boolean).join(' ');
  return isNamed(line, words) ? '' : words;
}

/** @returns a line's units and moving average: '% yr ago · 3-avg'; '' if as published or in its name. */
function unitsDone(line: Line): string {
  const { units, style, average } = line;
  const { short } = unitsWords(units);
  const words = [
    units !== 'lin' &&
      [!isNamed(line, short) && short, units === 'nbd' && style.indexDate].filter(Boolean).join(' '),
    average && !isNamed(line, averageText(average)) && `${average}-avg`,
  ];
  return words.filter(Boolean).join(' · ');
}

type LineMenuProps = {
  view: View;
  line: Line;
  lines: readonly Line[];
  place: number;
  onChange: (view: View) => void;
};

type MenuProps = LineMenuProps & { title: string; onForm: (form: 'style' | 'formula') => void };

function LineMenu(props: MenuProps) {
  // Not called within the menu, which closes before the choice would be stored.
  const pinned = usePinned();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon size={24} aria-label={`More for ${props.title}`}>
          <IconDotsVertical size={15} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems {...props} pinned={pinned} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** A separate component, so that the summary is computed only while the menu is open. */
function MenuItems(props: MenuProps & { pinned: ReturnType<typeof usePinned> }) {
  const { view, line, lines, pinned, place, onChange, onForm } = props;
  const { id, choice, hidden } = line;
  const caption = captionOf(line);
  const clipboard = useClipboard({ timeout: 1500 });
  const move = (to: number) => onChange(moveLine(view, id, to));
  const first = choice ? 0 : view.series.length;
  const last = (choice ? view.series.length : lines.length) - 1;
  return (
    <>
      <Item icon={IconAdjustments} onClick={() => onForm('style')}>
        Units, axis and type
      </Item>
      {choice ? (
        <>
          <Item
            icon={IconInfoCircle}
            onClick={() => onChange({ ...view, details: seriesId(choice), explained: undefined })}
          >
            Details
          </Item>
          <Item icon={IconPin} onClick={() => pinned.toggle(choice)}>
            {pinned.isPinned(choice) ? 'Unpin from the list' : 'Pin to the list'}
          </Item>
        </>
      ) : (
        <Item icon={IconMathFunction} onClick={() => onForm('formula')}>
          Edit the formula
        </Item>
      )}
      <Item
        icon={IconClipboardText}
        disabled={caption === undefined}
        title={caption}
        closeMenuOnClick={false}
        onClick={() => clipboard.copy(copied(() => captionOf(line) ?? ''))}
      >
        {clipboard.copied ? 'Copied' : 'Copy summary'}
      </Item>
      <Item icon={hidden ? IconEye : IconEyeOff} onClick={() => onChange(toggleHidden(view, id))}>
        {hidden ? 'Show' : 'Hide'}
      </Item>
      {lines.length > 1 && (
        <Item icon={IconFocus2} onClick={() => onChange(onlyThis(view, lines, id))}>
          {isOnly(lines, id) ? 'Show all lines' : 'Only this'}
        </Item>
      )}
      <Item icon={IconArrowLeft} disabled={place === first} onClick={() => move(place - 1)}>
        Move left
      </Item>
      <Item icon={IconArrowRight} disabled={place === last} onClick={() => move(place + 1)}>
        Move right
      </Item>
      <Item
        icon={IconCopyPlus}
        disabled={lines.length >= MOST_SERIES}
        onClick={() => onChange(repeatLine(view, id))}
      >
        Add again
      </Item>
      <Menu.Divider />
      <Item icon={IconTrash} onClick={() => onChange(removeLine(view, id))}>
        Remove
      </Item>
    </>
  );
}

function Item({
  icon: Icon,
  ...item
}: MenuItemProps & Pick<ComponentProps<'button'>, 'onClick' | 'title'> & { icon: typeof IconEye }) {
  return <Menu.Item leftSection={<Icon size={16} stroke={1.6} />} {...item} />;
}

export function isOnly(lines: readonly Pick<Line, 'id' | 'hidden'>[], id: LineId): boolean {
  return lines.every((line) => line.hidden === (line.id !== id));
}

/** @returns the view with only this line shown; with all lines shown, if it is already the only one. */
export function onlyThis(view: View, lines: readonly Pick<Line, 'id' | 'hidden'>[], id: LineId): View {
  const showsAll = isOnly(lines, id);
  return lines
    .filter((line) => line.hidden !== (!showsAll && line.id !== id))
    .reduce((after, line) => toggleHidden(after, line.id), view);
}
