import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** Of 255 levels of a colour: Chromium rounds corners a level lighter or darker when it paints a part of them again. */
const ROUNDING = 2;

type Difference = { pixels: number; picture: string };

/**
 * Compares two folders of pictures. Prints the number of pixels that differ for each picture that is not the same, and
 * writes an image of them: what differs in red over the first picture, pale.
 * @returns whether all are the same
 */
export async function comparePictures(
  page: Page,
  before: string,
  after: string,
  into: string,
): Promise<boolean> {
  const names = [...new Set([before, after].flatMap((folder) => readdirSync(folder)))]
    .filter((name) => name.endsWith('.png'))
    .sort();
  const different: string[] = [];
  for (const name of names) {
    const files = [path.join(before, name), path.join(after, name)];
    if (!files.every(existsSync)) {
      different.push(`${name}: only in ${files.find(existsSync)}`);
      continue;
    }
    const [one, two] = files.map((file) => readFileSync(file));
    if (!one || !two || one.equals(two)) continue;
    const { pixels, picture } = await differenceOf(page, one, two);
    if (pixels === 0) continue;
    mkdirSync(into, { recursive: true });
    writeFileSync(path.join(into, name), Buffer.from(picture, 'base64'));
    different.push(`${name}: ${pixels} pixels differ`);
  }
  for (const line of different) console.log(line);
  console.log(
    `${names.length} pictures, ${names.length - different.length} the same, ${different.length} not.`,
  );
  return different.length === 0;
}

/** Compares two PNGs in a page, which has a decoder for them. */
function differenceOf(page: Page, one: Buffer, two: Buffer): Promise<Difference> {
  return page.evaluate(
    async ({ pictures, rounding }) => {
      const images = await Promise.all(
        pictures.map(async (base64) =>
          createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob()),
        ),
      );
      const width = Math.max(...images.map((image) => image.width));
      const height = Math.max(...images.map((image) => image.height));
      const [a, b] = images.map((image) => {
        const drawn = new OffscreenCanvas(width, height).getContext('2d');
        drawn?.drawImage(image, 0, 0);
        return new Uint32Array(drawn?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0));
      });
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!a || !b || !context || !images[0]) throw new Error('Nothing can be drawn here.');
      context.globalAlpha = 0.3;
      context.drawImage(images[0], 0, 0);
      context.globalAlpha = 1;
      context.fillStyle = 'red';
      const differs = (one: number, two: number): boolean =>
        [0, 8, 16, 24].some(
          (shift) => Math.abs(((one >>> shift) & 255) - ((two >>> shift) & 255)) > rounding,
        );
      let pixels = 0;
      for (let i = 0; i < a.length; i++) {
        if (!differs(a[i] ?? 0, b[i] ?? 0)) continue;
        pixels++;
        context.fillRect(i % width, Math.floor(i / width), 1, 1);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      let text = '';
      for (let i = 0; i < bytes.length; i += 8192)
        text += String.fromCharCode(...bytes.subarray(i, i + 8192));
      return { pixels, picture: btoa(text) };
    },
    { pictures: [one.toString('base64'), two.toString('base64')], rounding: ROUNDING },
  );
}
