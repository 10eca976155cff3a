import { Button, Menu, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { dayNumber, inDateStyle, minuteText } from '../../service/calendar/dates.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { useRunLog } from '../api/index.ts';

const CHOICES = [
  [undefined, 'Last visit'],
  ['yesterday', 'Yesterday'],
  ['7d', 'Last 7 days'],
] as const;
/** How many of the newest runs can be chosen. */
const RUNS = 8;

/** Chooses since when changes are shown. @param props.since as in the address */
export function SinceMenu({
  since,
  onChange,
}: {
  since: string | undefined;
  onChange: (since: string | undefined) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const title = CHOICES.find(([word]) => word === since)?.[1] ?? since;
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={290}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" rightSection={<IconChevronDown size={14} stroke={1.6} />}>
          Since: {inDateStyle(title ?? '')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(([word, text]) => (
          <Menu.Item key={text} aria-current={since === word || undefined} onClick={() => onChange(word)}>
            {text}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <form
          style={{ padding: '0.25rem 0.625rem' }}
          onSubmit={(event) => {
            event.preventDefault();
            const date = String(new FormData(event.currentTarget).get('date') ?? '');
            if (dayNumber(date) === undefined) return;
            onChange(date);
            setOpen(false);
          }}
        >
          <TextInput
            name="date"
            label="A date, then Enter"
            placeholder="YYYY-MM-DD"
            size="xs"
            // The arrows and letters are for the text, not for the menu.
            onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          />
        </form>
        <Menu.Divider />
        {isOpen && <Runs onChange={onChange} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function Runs({ onChange }: { onChange: (since: string) => void }) {
  const runs = useRunLog().data?.runs.filter(({ kind }) => kind !== 'undone') ?? [];
  return (
    <>
      <Menu.Label>What came with a run, and after it</Menu.Label>
      {runs.slice(0, RUNS).map(({ id, dataset, fetched_at }) => (
        <Menu.Item key={id} onClick={() => onChange(`run-${id}`)}>
          <span className="cut one-line block">{findDataset(dataset)?.title ?? dataset}</span>
          <span className="quiet fine">
            Run {id}, {minuteText(fetched_at)}
          </span>
        </Menu.Item>
      ))}
    </>
  );
}
