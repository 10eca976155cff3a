/** As many pixels of the image for one of the page: sharp on dense screens and on paper. */
const SHARPNESS = 2;

/**
 * @param image an SVG document. @returns the same as PNG.
 * @throws Error with a sentence where this browser cannot draw it.
 */
export async function pngOf(image: { svg: string; width: number; height: number }): Promise<Blob> {
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
