import { Button, Popover, Select } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useMemo, useState } from 'react';
import type { BriefChanges } from '../../service/contract/brief.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { parseSeriesId, seriesId, shortTitle } from '../../service/datasets/series-choice.ts';
import { STATES } from '../../service/datasets/states.ts';
import { usePreference } from '../api/index.ts';
import { Card } from './card.tsx';
import {
  type CardChoice,
  HEADLINES,
  movedCard,
  shownCards,
  stepOf,
  withCard,
  withoutCard,
} from './card-list.ts';
import styles from './overview.module.css';
import { titleOfId } from './words.ts';

/** @returns how many columns a grid has at the width that it has now. */
const columnsOf = (grid: Element | null): number =>
  grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1;

/** The newest number of each dataset, and of the series that somebody has pinned. */
export function Cards(props: {
  datasets: readonly CatalogDataset[];
  /** What is new since when the brief is. */
  changes: BriefChanges | undefined;
  /** What the dot of a card with news says. */
  newWords: string;
  onExplain: (word: string) => void;
}) {
  const [choice, setChoice] = usePreference('overview_cards');
  const [dragged, setDragged] = useState<string>();
  const shown = shownCards(choice);
  const withNews = new Set(
    props.changes?.datasets.flatMap(({ dataset, series, lists }) =>
      [...series, ...lists].flatMap((one) => [
        `${dataset}.${one.series}`,
        ...('area' in one ? [`${dataset}.${one.series}.${one.area}`] : []),
      ]),
    ),
  );
  const move = (id: string, to: number) => setChoice(movedCard(choice, id, to));
  return (
    <section aria-label="Newest numbers">
      <ul className={`list ${styles.cards}`}>
        {shown.map((id, at) => (
          <Card
            key={id}
            id={id}
            dataset={props.datasets.find((one) => id.startsWith(`${one.id}.`))}
            newWords={withNews.has(id) ? props.newWords : undefined}
            onExplain={props.onExplain}
            onMove={(by) => move(id, at + by)}
            onHide={() => setChoice(withoutCard(choice, id))}
            drag={{
              draggable: true,
              'data-dimmed': dragged === id || undefined,
              onDragStart: (event: DragEvent) => {
                event.dataTransfer.setData('text/plain', id);
                event.dataTransfer.effectAllowed = 'move';
                setDragged(id);
              },
              onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
              onDrop: (event: DragEvent) => {
                if (dragged === undefined) return;
                event.preventDefault();
                move(dragged, at);
              },
              onDragEnd: () => setDragged(undefined),
              onKeyDown: (event: KeyboardEvent) => {
                const step = stepOf(event.key, columnsOf(event.currentTarget.parentElement));
                if (!event.altKey || step === undefined) return;
                // Alt with an arrow is also the browser's 'back'.
                event.preventDefault();
                event.stopPropagation();
                move(id, at + step);
              },
            }}
          />
        ))}
      </ul>
      <CardTools choice={choice} onChange={setChoice} />
    </section>
  );
}

/** Pins a series, and brings hidden cards back. */
function CardTools({ choice, onChange }: { choice: CardChoice; onChange: (choice: CardChoice) => void }) {
  const [isOpen, setOpen] = useState(false);
  const hidden = HEADLINES.filter((id) => choice.hidden.includes(id));
  return (
    <div className="row wrap gap-8" style={{ paddingTop: '0.5rem' }}>
      <Popover opened={isOpen} onChange={setOpen} trapFocus width={340} position="top-start">
        <Popover.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPin size={14} stroke={1.6} />}
            onClick={() => setOpen(!isOpen)}
          >
            Pin a series
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {isOpen && (
            <PinField
              onPin={(id) => {
                onChange(withCard(choice, id));
                setOpen(false);
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {hidden.map((id) => (
        <Button key={id} variant="subtle" size="compact-sm" onClick={() => onChange(withCard(choice, id))}>
          Show {titleOfId(id)}
        </Button>
      ))}
    </div>
  );
}

/** How many found series are listed. */
const LISTED = 40;

function PinField({ onPin }: { onPin: (id: string) => void }) {
  const data = useMemo(
    () =>
      DATASETS.filter(({ kind }) => kind === 'observations').map((dataset) => ({
        group: dataset.title,
        items: dataset.series.flatMap(({ code }) =>
          (dataset.byState ? Object.keys(STATES) : ['']).map((area) => {
            const choice = { dataset: dataset.id, code, area };
            return { value: seriesId(choice), label: shortTitle(choice) };
          }),
        ),
      })),
    [],
  );
  return (
    <Select
      label="Which series"
      placeholder="Type to find it"
      data={data}
      searchable
      limit={LISTED}
      comboboxProps={{ withinPortal: false }}
      onChange={(id) => id !== null && parseSeriesId(id) && onPin(id)}
    />
  );
}
