import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { dateText, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { CHANGE_SPANS } from '../../service/series-math/curve.ts';
import { DateField } from '../range/index.ts';
import { comparedDay, dateOf } from './curves.ts';
import { MOST_CURVES } from './search.ts';
import type { Shown } from './shown.ts';

const NAMES: Readonly<Record<(typeof CHANGE_SPANS)[number], string>> = {
  '1d': 'The observation before',
  '1w': 'A week before',
  '1m': 'A month before',
  YTD: 'The end of the year before',
  '1y': 'A year before',
};

/** With what the day is compared: spans as buttons that stay pressed, and any dates. One without a curve is struck, and says why. */
export function ComparisonChips({ of }: { of: Shown }) {
  const { curves, row, state, change, isWhole } = of;
  const isFull = state.vs.length >= MOST_CURVES;
  const toggle = (word: string) =>
    change({ vs: state.vs.includes(word) ? state.vs.filter((one) => one !== word) : [...state.vs, word] });
  const dates = state.vs.filter((word) => !(CHANGE_SPANS as readonly string[]).includes(word));
  const chip = (word: string, name: string) => {
    const isOn = state.vs.includes(word);
    const { why, row: at } = comparedDay(curves, row, word);
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
      <AddDate of={of} isFull={isFull} onTake={(date) => !state.vs.includes(date) && toggle(date)} />
    </fieldset>
  );
}

function AddDate({ of, isFull, onTake }: { of: Shown; isFull: boolean; onTake: (date: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const { days } = of.curves;
  const first = dateText(days[0] as number);
  const last = dateText(days.at(-1) as number);
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
            refuse={(date) => (date < first ? `The first held is ${shownDate(first)}.` : undefined)}
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
