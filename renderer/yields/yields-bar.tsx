import { ActionIcon, Button, Menu, Popover, SegmentedControl, Tooltip } from '@mantine/core';
import { upperFirst } from '@mantine/hooks';
import { IconAdjustments, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { dateText, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { CHANGE_SPANS } from '../../service/series-math/curve.ts';
import { HelpLink } from '../frame/index.ts';
import { DateField, DayStepper } from '../range/index.ts';
import { comparedCurve, dateOf } from './curves.ts';
import { MOST_CURVES, YIELDS_VIEWS, type YieldsState } from './search.ts';
import { type Shown, useIsOtherDay } from './shown.ts';

export function YieldsBar(props: {
  shown: Shown;
  note: string;
  dataset: CatalogDataset;
  children: ReactNode;
}) {
  const { shown, note, dataset } = props;
  const { curves, row, state, change } = shown;
  const held = {
    from: dataset.first_date ?? dateOf(curves, 0),
    to: dataset.last_date ?? dateOf(curves, row),
  };
  const neighbour = (at: number) => (curves.days[at] === undefined ? undefined : dateOf(curves, at));
  return (
    <div
      className="row fixed wrap gap-8-12 not-on-paper"
      style={{ padding: '4px 8px', background: 'var(--surface)' }}
    >
      <SegmentedControl
        aria-label="View"
        value={state.view}
        onChange={(view) => change({ view: YIELDS_VIEWS.find((one) => one === view) ?? 'curve' })}
        data={YIELDS_VIEWS.map((value) => ({ value, label: upperFirst(value) }))}
      />
      <div data-dimmed={useIsOtherDay(shown)}>
        <DayStepper
          label="Day"
          date={dateOf(curves, row)}
          held={held}
          before={neighbour(row - 1)}
          after={neighbour(row + 1)}
          keys={{ before: '←', after: '→' }}
          onChange={(date) =>
            change({ date: date === undefined || date >= held.to ? undefined : date, month: undefined })
          }
        />
      </div>
      {state.view === 'curve' && <ComparisonChips shown={shown} />}
      {note !== '' && (
        <span className="fine accent" role="status">
          {note}
        </span>
      )}
      <div className="row at-end gap-4">
        <HelpLink to="/guide/yields" about="the curve" />
        {state.view === 'curve' && <DrawingMenu shown={shown} />}
        {props.children}
      </div>
    </div>
  );
}

function DrawingMenu({ shown: { state, change } }: { shown: Shown }) {
  const choices = <Name extends 'x' | 'y' | 'band'>(
    name: Name,
    title: string,
    names: Readonly<Record<YieldsState[Name], string>>,
  ) => (
    <Menu.RadioGroup
      value={state[name]}
      onChange={(word) => change({ [name]: word } as Partial<YieldsState>)}
    >
      <Menu.Label>{title}</Menu.Label>
      {Object.entries<string>(names).map(([word, label]) => (
        <Menu.RadioItem key={word} value={word}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
  return (
    <Menu width={220} closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant="default"
          className="icon-where-narrow one-line"
          leftSection={<IconAdjustments size={16} stroke={1.6} />}
        >
          <span className="unseen-where-narrow">Drawing</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices('x', 'Distances of the tenors (X)', { even: 'Even', years: 'Years', root: '√ years' })}
        {choices('y', 'Scale', { fit: 'Fit to curves and band', fixed: 'Fixed over the range' })}
        {choices('band', 'Band of the range', {
          '10-90': '10–90 %',
          'min-max': 'Lowest to highest',
          off: 'None',
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

const NAMES: Readonly<Record<(typeof CHANGE_SPANS)[number], string>> = {
  '1d': 'The observation before',
  '1w': 'A week before',
  '1m': 'A month before',
  YTD: 'The end of the year before',
  '1y': 'A year before',
};

/** Chooses the compared days: spans as buttons, and dates. Those without a curve are struck out. */
export function ComparisonChips({ shown }: { shown: Shown }) {
  const { curves, row, state, change, isWhole } = shown;
  const isFull = state.vs.length >= MOST_CURVES;
  const toggle = (word: string) =>
    change({ vs: state.vs.includes(word) ? state.vs.filter((one) => one !== word) : [...state.vs, word] });
  const dates = state.vs.filter((word) => !(CHANGE_SPANS as readonly string[]).includes(word));
  const chip = (word: string, name: string) => {
    const isOn = state.vs.includes(word);
    const { why, row: at } = comparedCurve(curves, row, word);
    const isOff = isWhole && at === undefined;
    const full = isFull && !isOn ? `At most ${MOST_CURVES} days are compared.` : '';
    const label = [name, isOff ? why : at === undefined ? '' : shownDate(dateOf(curves, at)), full].filter(
      (one) => one,
    );
    return (
      <Tooltip key={word} label={label.join(': ')} multiline maw={280}>
        <Button
          variant="default"
          size="compact-xs"
          h={26}
          px={7}
          className="presses"
          td={isOff ? 'line-through' : 'none'}
          aria-label={`${shownDate(word)}: compare with ${name.toLowerCase()}${isOff ? `; ${why}` : ''}`}
          aria-pressed={isOn}
          aria-disabled={full !== '' || undefined}
          rightSection={dates.includes(word) ? <IconX size={11} /> : undefined}
          onClick={() => full === '' && toggle(word)}
        >
          {shownDate(word)}
        </Button>
      </Tooltip>
    );
  };
  return (
    <fieldset className="row wrap gap-4" aria-label="Compare with">
      <span className="quiet fine">vs</span>
      {CHANGE_SPANS.map((span) => chip(span, NAMES[span]))}
      {dates.map((date) => chip(date, 'This day'))}
      <AddDate shown={shown} isFull={isFull} onTake={(date) => !state.vs.includes(date) && toggle(date)} />
    </fieldset>
  );
}

function AddDate({
  shown,
  isFull,
  onTake,
}: {
  shown: Shown;
  isFull: boolean;
  onTake: (date: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { days } = shown.curves;
  const [first, last] = [days[0], days.at(-1)].map((day) => dateText(day as number)) as [string, string];
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom" width={310}>
      <Popover.Target>
        <Tooltip label={isFull ? `At most ${MOST_CURVES} days are compared` : 'Compare with another day'}>
          <ActionIcon
            variant="default"
            size={26}
            aria-label="Compare with another day"
            disabled={isFull}
            onClick={() => setOpen((was) => !was)}
          >
            <IconPlus size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown mih={96}>
        <p className="label">A day to compare with</p>
        <div style={{ position: 'relative' }}>
          <DateField
            label="Day to compare with"
            end="to"
            date=""
            context={{ today: todayText(), anchor: last }}
            refuse={(date) => (date < first ? `The data begin on ${shownDate(first)}.` : undefined)}
            onTake={({ date }) => {
              setOpen(false);
              onTake(date);
            }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
