import type { ReactNode, RefObject } from 'react';
import { fileStem, type Line, requestSearch, withIndexDates } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { restText, useCatalog, useHostState } from '../api/index.ts';
import type { ChartSeries } from '../chart/index.ts';
import { imageWords } from './image-words.ts';
import { provenanceOf } from './provenance.ts';
import { TakeAway } from './take-away-base.tsx';

/** What can be taken away of a chart of lines over time. */
export function TakeAwayMenu(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  range: DateRange;
  /** The element with the chart. */
  chart: RefObject<HTMLElement | null>;
  /** Further items of the menu. */
  children?: ReactNode;
}) {
  const { view, lines, series, range } = props;
  const catalog = useCatalog().data;
  const { version = '' } = useHostState().data ?? {};
  const isAsking = view.series.some(({ hidden }) => !hidden) || view.formulas.some(({ hidden }) => !hidden);
  const shown = lines.filter(({ hidden }) => !hidden);
  const provenance = () =>
    provenanceOf(lines, range, catalog, {
      now: new Date().toISOString(),
      version,
      heading: view.heading,
      asOf: view.asOf,
    });
  return (
    <TakeAway
      view={view}
      range={range}
      isEmpty={shown.length === 0}
      request={isAsking ? () => requestSearch(withIndexDates(view, lines), range) : undefined}
      citation={() =>
        provenance()
          .lines.map((line) => line.citation)
          .join('\n')
      }
      image={{
        chart: props.chart,
        words: () => imageWords(lines, series, provenance(), view.hasRecessions),
        stem: () => fileStem(shown, range, provenance().is_sample),
        rest: restText(shown.map(({ column }) => column)),
      }}
    >
      {props.children}
    </TakeAway>
  );
}
