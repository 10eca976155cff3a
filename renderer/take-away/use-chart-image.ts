import { useComputedColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { saveBlob } from '../api/index.ts';
import { chartMarkup } from '../chart/index.ts';
import { chartImage, type ImageWords } from './chart-image.ts';
import { canvasMeasure } from './measure-text.ts';
import { pngOf } from './png.ts';

export type ImageWay = 'png' | 'svg' | 'copy';

/**
 * Makes an image of the chart under `place` and saves or copies it.
 * `rest` says why the chart is not whole yet: half of it is no image.
 * @param words, stem of the view at the moment of asking.
 */
export function useChartImage(
  place: RefObject<HTMLElement | null>,
  words: () => ImageWords,
  stem: () => string,
) {
  const scheme = useComputedColorScheme('light');
  return useMutation({
    mutationFn: async ({ way, rest }: { way: ImageWay; rest: string | undefined }) => {
      if (rest !== undefined) throw new Error(`${rest}.`);
      const svg = place.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
      if (!svg) throw new Error('There is no chart to make an image of yet.');
      const image = chartImage(chartMarkup(svg), words(), scheme, canvasMeasure());
      if (way === 'svg') saveBlob(new Blob([image.svg], { type: 'image/svg+xml' }), `${stem()}.svg`);
      else if (way === 'png') saveBlob(await pngOf(image), `${stem()}.png`);
      // The promise goes in at once: a browser lets a page copy only while it handles the click.
      else await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(image) })]);
      return way;
    },
  });
}
