import { useComputedColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { saveBlob } from '../api/index.ts';
import { type ChartMarkup, chartMarkup, useDashedLines } from '../chart/index.ts';
import type { MeasureText } from './chart-image.ts';
import { type ChartImage, chartImage, IMAGE_FACE, type ImageWords } from './chart-image.ts';

export type ImageWay = 'png' | 'svg' | 'copy';

/** A chart on the page, and functions that make its image's texts on the click. */
export type ChartToDraw = {
  chart: RefObject<HTMLElement | null>;
  /** Makes the drawing of the element. Default: its first chart. */
  draw?: ((place: HTMLElement) => ChartMarkup | undefined) | undefined;
  words: () => ImageWords;
  stem: () => string;
  /** Why the chart is incomplete, which prevents an image. */
  rest: string | undefined;
};

export function useChartImage() {
  const scheme = useComputedColorScheme('light');
  const [isDashed] = useDashedLines();
  return useMutation({
    mutationFn: async (asked: ChartToDraw & { way: ImageWay }) => {
      const { way, chart, draw = firstChart, words, stem, rest } = asked;
      if (rest !== undefined) throw new Error(`${rest}.`);
      const drawing = chart.current ? draw(chart.current) : undefined;
      if (!drawing) throw new Error('There is no chart to make an image of yet.');
      const image = chartImage(drawing, words(), { scheme, isDashed }, canvasMeasure());
      if (way === 'svg') saveBlob(new Blob([image.svg], { type: 'image/svg+xml' }), `${stem()}.svg`);
      else if (way === 'png') saveBlob(await pngOf(image), `${stem()}.png`);
      // Passes the promise without waiting: a browser lets a page copy only while it handles the click.
      else await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(image) })]);
      return way;
    },
  });
}

export function firstChart(place: HTMLElement): ChartMarkup | undefined {
  const svg = place.querySelector<SVGSVGElement>('svg.recharts-surface, svg[data-image]');
  return svg ? chartMarkup(svg) : undefined;
}

/** @returns a function that measures texts in the font of images. */
export function canvasMeasure(): MeasureText {
  const pen = document.createElement('canvas').getContext('2d');
  return (text, size, weight) => {
    // Without a canvas: the largest average width of letters.
    if (!pen) return text.length * size * 0.62;
    pen.font = `${weight} ${size}px ${IMAGE_FACE}`;
    return pen.measureText(text).width;
  };
}

/** Image pixels per page pixel: sharp on dense screens and on paper. */
const SHARPNESS = 2;

/** @throws Error with a sentence for the user if the browser cannot draw the image */
export async function pngOf(image: ChartImage): Promise<Blob> {
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
