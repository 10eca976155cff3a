import { useComputedColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { saveBlob } from '../api/index.ts';
import { chartMarkup } from '../chart/index.ts';
import { chartImage, IMAGE_FACE, type ImageWords } from './chart-image.ts';
import type { MeasureText } from './wrap-text.ts';

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

/** @returns a measure of texts in the face of images, by this browser. */
function canvasMeasure(): MeasureText {
  const pen = document.createElement('canvas').getContext('2d');
  return (text, size, weight) => {
    // Without a canvas, as wide as letters are at most on the average.
    if (!pen) return text.length * size * 0.62;
    pen.font = `${weight} ${size}px ${IMAGE_FACE}`;
    return pen.measureText(text).width;
  };
}

/** As many pixels of the image for one of the page: sharp on dense screens and on paper. */
const SHARPNESS = 2;

/**
 * @param image an SVG document. @returns the same as PNG.
 * @throws Error with a sentence where this browser cannot draw it.
 */
async function pngOf(image: { svg: string; width: number; height: number }): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([image.svg], { type: 'image/svg+xml' }));
  try {
    const drawn = new Image();
    drawn.src = address;
    await drawn.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * SHARPNESS;
    canvas.height = image.height * SHARPNESS;
    const pen = canvas.getContext('2d');
    pen?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('This window cannot make a PNG of this size. Save the SVG instead.');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
