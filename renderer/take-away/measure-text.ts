import { IMAGE_FACE } from './chart-image.ts';
import type { MeasureText } from './wrap-text.ts';

/** @returns a measure of texts in the face of images, by this browser. */
export function canvasMeasure(): MeasureText {
  const pen = document.createElement('canvas').getContext('2d');
  return (text, size, weight) => {
    // Without a canvas, as wide as letters are at most on the average.
    if (!pen) return text.length * size * 0.62;
    pen.font = `${weight} ${size}px ${IMAGE_FACE}`;
    return pen.measureText(text).width;
  };
}
