/** A drawn chart as self-contained SVG text, and its size in pixels. */
export type ChartMarkup = { markup: string; width: number; height: number };

const PAINT = ['fill', 'stroke', 'font-size', 'font-family'] as const;

/**
 * @param svg the chart as it is drawn on the page.
 * @returns its markup. Colours and fonts from the page's style sheet are written into it, because the sheet does not apply outside
 * the page.
 */
export function chartMarkup(svg: SVGSVGElement): ChartMarkup {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [shown, copied] = [elementsOf(svg), elementsOf(copy)];
  for (const [i, element] of shown.entries()) {
    for (const name of PAINT) {
      if (element.getAttribute(name)?.includes('var('))
        copied[i]?.setAttribute(name, getComputedStyle(element).getPropertyValue(name));
    }
    copied[i]?.removeAttribute('class');
    copied[i]?.removeAttribute('style');
  }
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return { markup: new XMLSerializer().serializeToString(copy), width, height };
}

function elementsOf(svg: SVGSVGElement): Element[] {
  return [svg, ...svg.querySelectorAll('*')];
}
