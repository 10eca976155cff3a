import { Button, Checkbox } from '@mantine/core';
import { IconChevronRight, IconReport } from '@tabler/icons-react';
import type { HTMLAttributes } from 'react';
import type { Catalog } from '../../service/contract/catalog.ts';
import { codesText, entryOf, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { ShownSeries } from '../../service/view/types.ts';
import { heldSeriesOf } from '../api/index.ts';
import { SeriesSwatch } from '../chart/index.ts';
import { LatestValue } from './latest-value.tsx';
import styles from './picker.module.css';
import { FULL_TEXT, heldYears, seriesFactsText } from './texts.ts';
import type { PickerNode } from './tree-data.ts';

/** An item of the tree: a dataset or group to unfold, a screen to open, or a series with its facts and a check box. */
export function TreeRow(props: {
  node: PickerNode;
  level: number;
  isExpanded: boolean;
  /** No more series can be chosen. */
  isFull: boolean;
  shown: ShownSeries | undefined;
  catalog: Catalog | undefined;
  elementProps: HTMLAttributes<HTMLElement> & { className: string };
  /** The series of a dataset or group that are not shown. */
  missing: readonly SeriesChoice[];
  onAddAll: (choices: readonly SeriesChoice[]) => void;
  /** @param isRun all series from the last one on. */
  onActivate: (isRun: boolean) => void;
}) {
  const { node, level, elementProps, shown } = props;
  const onClick: HTMLAttributes<HTMLElement>['onClick'] = (event) => {
    elementProps.onClick?.(event);
    props.onActivate(event.shiftKey);
  };
  if (!node.choice) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: part of the tree item, which has the focus and the keys
      // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
      <div
        {...elementProps}
        onClick={onClick}
        className={`${elementProps.className} rounded hovers row gap-6 ${level === 1 ? 'medium' : ''} ${styles.node}`}
      >
        {node.screen ? (
          <IconReport size={15} stroke={1.6} aria-hidden className={`fixed quiet ${styles.chevron}`} />
        ) : (
          <IconChevronRight
            size={14}
            stroke={2}
            aria-hidden
            className={`fixed quiet ${styles.chevron}`}
            data-expanded={props.isExpanded || undefined}
          />
        )}
        <span className="grow" data-title>
          {node.label}
        </span>
        {props.isExpanded && props.missing.length > 1 && (
          <Button
            variant="subtle"
            size="compact-xs"
            className="fixed"
            disabled={props.isFull}
            aria-label={`${addAllText(node, props.missing)} of ${node.label}`}
            title={props.isFull ? FULL_TEXT : undefined}
            onClick={(event) => {
              event.stopPropagation();
              props.onAddAll(props.missing);
            }}
          >
            {addAllText(node, props.missing)}
          </Button>
        )}
      </div>
    );
  }
  const { series } = entryOf(node.choice);
  const held = heldSeriesOf(props.catalog, node.choice);
  const isRefused = props.isFull && !shown;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: part of the tree item, which has the focus and the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
    <div
      {...elementProps}
      onClick={onClick}
      className={`${elementProps.className} rounded hovers flex start gap-8 ${styles.series}`}
      title={isRefused ? FULL_TEXT : codesText(node.choice)}
      data-full={isRefused || undefined}
    >
      {/* The swatch comes under the box, where it takes no room from the words. */}
      <span className="column fixed gap-6">
        <Checkbox.Indicator size="xs" checked={shown !== undefined} aria-hidden />
        {shown && <SeriesSwatch slot={shown.slot} width={16} />}
      </span>
      <span className="grow">
        <span className="block" data-title>
          {node.label}
        </span>
        <span className={`quiet small block ${styles.facts}`}>
          {seriesFactsText(series)} · {heldYears(held)}
        </span>
        <LatestValue choice={node.choice} held={held} />
      </span>
    </div>
  );
}

/** 'Add all 5', or of those that are not shown 'Add the other 3'. */
function addAllText({ children = [] }: PickerNode, missing: readonly SeriesChoice[]): string {
  const count = children.filter(({ choice }) => choice).length;
  return count === missing.length ? `Add all ${count}` : `Add the other ${missing.length}`;
}
