import { ActionIcon, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import type { HeldList } from '../../service/contract/catalog.ts';
import type { Chosen, HeldIndex } from './held-lists.ts';
import { LIST_VIEWS, type ListState } from './search.ts';

const VIEW_NAMES = {
  map: 'Map',
  table: 'Table',
  changes: 'Changes',
  compare: 'Compare',
  ledger: 'Ledger',
} as const;

/** The length of the longest code that fits into the narrow field. */
const SHORT_CODE = 9;

/** Which list, against which earlier one, in which view; the search; and how the tiles are sized. */
export function ListToolBar(props: {
  held: readonly HeldIndex[];
  chosen: Chosen;
  state: ListState;
  hasWeights: boolean;
  /** How many members the search and the sector leave: '37 of 503'. */
  count: string | undefined;
  search: RefObject<HTMLInputElement | null>;
  change: (part: Partial<ListState>, replace?: boolean) => void;
  /** At the end: what can be taken away. */
  children: ReactNode;
}) {
  const { held, chosen, state, change } = props;
  const { index, list, earlier } = chosen;
  const dateOf = ({ as_of, origin }: HeldList) => ({
    value: as_of,
    label: `${shownDate(as_of)}${origin === 'sample' ? ', sample' : ''}`,
  });
  return (
    <div
      className="row fixed wrap gap-8-12 not-on-paper"
      style={{
        padding: '4px 8px',
        background: 'var(--surface)',
        // Where there is little room, the button at the end shows its icon only.
        container: 'workbench / inline-size',
      }}
    >
      <Select
        aria-label="Index or fund"
        title={index.code}
        w={index.code.length > SHORT_CODE ? 240 : 110}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        allowDeselect={false}
        value={index.code}
        onChange={(code) =>
          change({ code: code ?? undefined, date: undefined, vs: undefined, sector: undefined })
        }
        data={held.map(({ code }) => code)}
      />
      <Select
        aria-label="List of"
        w={list.origin === 'sample' ? 165 : 130}
        allowDeselect={false}
        value={list.as_of}
        onChange={(date) =>
          change({
            code: index.code,
            date: date === index.lists[0]?.as_of ? undefined : (date ?? undefined),
          })
        }
        data={index.lists.map(dateOf)}
      />
      {index.lists.length > 1 && (
        <>
          <Select
            aria-label="Compared with the list of"
            placeholder="vs none"
            w={160}
            clearable
            clearButtonProps={{ 'aria-label': 'Compare with none' }}
            value={earlier?.as_of ?? null}
            onChange={(vs) => change({ vs: vs ?? undefined })}
            data={index.lists.filter(({ as_of }) => as_of !== list.as_of).map(dateOf)}
          />
          {earlier && (
            <Tooltip label="Swap the two dates (X)">
              <ActionIcon
                variant="default"
                size={30}
                aria-label="Swap the two dates"
                onClick={() => change({ date: earlier.as_of, vs: list.as_of })}
              >
                <IconArrowsExchange size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      )}
      <SegmentedControl
        aria-label="View"
        value={state.view}
        onChange={(view) => change({ view: view as ListState['view'] })}
        data={LIST_VIEWS.map((value) => ({ value, label: VIEW_NAMES[value] }))}
      />
      {state.view === 'map' && props.hasWeights && (
        <SegmentedControl
          aria-label="Size of the tiles"
          value={state.size}
          onChange={(size) => change({ size: size as ListState['size'] })}
          data={[
            { value: 'weight', label: 'By weight' },
            { value: 'equal', label: 'Equal' },
          ]}
        />
      )}
      {props.count !== undefined && (
        <>
          <TextInput
            ref={props.search}
            aria-label="Search ticker, name or sector"
            placeholder="Search  /"
            style={{ flex: '1 1 7rem', maxWidth: '11rem' }}
            value={state.q}
            onChange={(event) => change({ q: event.currentTarget.value }, true)}
          />
          <span className="quiet fine" role="status">
            {props.count}
          </span>
        </>
      )}
      <div className="at-end">{props.children}</div>
    </div>
  );
}
