import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { TimeChart } from '../../renderer/chart/time-chart.tsx';
import type { ChartSeries } from '../../renderer/chart/types.ts';

/** Queries are off, because there is no host: the chart has the default of each preference. */
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

type Range = { from: string; to: string };

/** A chart in its own element on the page. */
export type Stage = { place: HTMLElement; show: (range: Range) => void; end: () => void };

/** @returns an empty element on the page, in the size that all measurements use. */
export function newPlace(width = 1000, height = 400): HTMLElement {
  const place = document.createElement('div');
  place.style.width = `${width}px`;
  place.style.height = `${height}px`;
  document.body.append(place);
  return place;
}

type Shown = { series: readonly ChartSeries[]; range: Range; isLog: boolean };

/** The app's chart, which keeps the position of its crosshair as Explore does. */
function Shown({ series, range, isLog }: Shown) {
  const [cursorDay, setCursorDay] = useState<number | undefined>();
  return (
    <MantineProvider withCssVariables={false} withGlobalClasses={false} defaultColorScheme="light">
      <QueryClientProvider client={client}>
        <TimeChart
          series={series}
          range={range}
          onRangeChange={() => undefined}
          cursorDay={cursorDay}
          onCursorDayChange={setCursorDay}
          isLog={isLog}
          isStale={false}
        />
      </QueryClientProvider>
    </MantineProvider>
  );
}

export function putOnStage(series: readonly ChartSeries[], range: Range, isLog = false): Stage {
  const place = newPlace();
  const root = createRoot(place);
  const show = (shown: Range) =>
    flushSync(() => root.render(<Shown series={series} range={shown} isLog={isLog} />));
  show(range);
  return {
    place,
    show,
    end: () => {
      root.unmount();
      place.remove();
    },
  };
}

/** Waits, frame by frame, until `isThere`, and then for the frame that shows it. */
export async function drawn(isThere: () => boolean): Promise<void> {
  while (!isThere()) await nextFrame();
  await nextFrame();
}

/** @returns the time of the next frame. */
export function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
