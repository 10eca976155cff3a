import { Button, Menu, SegmentedControl } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { HelpLink } from '../frame/index.ts';
import { DayStepper } from '../range/index.ts';
import { ComparisonChips } from './comparison-chips.tsx';
import { dateOf } from './curves.ts';
import { useDimmed } from './scrub.ts';
import { AXES, BANDS, SCALES, YIELDS_VIEWS } from './search.ts';
import type { Shown } from './shown.ts';

const VIEW_NAMES = { curve: 'Curve', history: 'History', month: 'Month' } as const;
const AXIS_NAMES = { even: 'Even', years: 'Years', root: '√ years' } as const;
const SCALE_NAMES = { fit: 'Fit to curves and band', fixed: 'Fixed over the range' } as const;
const BAND_NAMES = { '10-90': '10–90 %', 'min-max': 'Lowest to highest', off: 'None' } as const;

/** The row above: which view, which day, with what it is compared, how it is drawn. */
export function YieldsBar(props: {
  of: Shown;
  note: string;
  dataset: CatalogDataset;
  /** At the end. */
  children: ReactNode;
}) {
  const { of, note, dataset } = props;
  const { curves, row, state, change } = of;
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
        data={YIELDS_VIEWS.map((value) => ({ value, label: VIEW_NAMES[value] }))}
      />
      <div ref={useDimmed(of)}>
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
      {state.view === 'curve' && <ComparisonChips of={of} />}
      {note !== '' && (
        <span className="fine accent" role="status">
          {note}
        </span>
      )}
      <div className="row at-end gap-4">
        <HelpLink to="/guide/yields" about="the curve" />
        {state.view === 'curve' && <DrawingMenu of={of} />}
        {props.children}
      </div>
    </div>
  );
}

/** How the curve is drawn. */
function DrawingMenu({ of: { state, change } }: { of: Shown }) {
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
        <Choices
          title="Distances of the tenors (X)"
          words={AXES}
          names={AXIS_NAMES}
          chosen={state.x}
          onChoose={(x) => change({ x })}
        />
        <Choices
          title="Scale"
          words={SCALES}
          names={SCALE_NAMES}
          chosen={state.y}
          onChoose={(y) => change({ y })}
        />
        <Choices
          title="Band of the range"
          words={BANDS}
          names={BAND_NAMES}
          chosen={state.band}
          onChoose={(band) => change({ band })}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

function Choices<Word extends string>(props: {
  title: string;
  words: readonly Word[];
  names: Readonly<Record<Word, string>>;
  chosen: Word;
  onChoose: (word: Word) => void;
}) {
  return (
    <Menu.RadioGroup value={props.chosen} onChange={(word) => props.onChoose(word as Word)}>
      <Menu.Label>{props.title}</Menu.Label>
      {props.words.map((word) => (
        <Menu.RadioItem key={word} value={word}>
          {props.names[word]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
