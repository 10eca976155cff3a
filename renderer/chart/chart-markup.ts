/** A drawn chart as SVG text that stands by itself, and its size in pixels. */
export type ChartMarkup = { markup: string; width: number; height: number };

const PAINT = ['fill', 'stroke', 'font-size', 'font-family'] as const;

/**
 * @param svg the chart's own drawing, on the page. @returns its markup, with the colours that the page's style sheet gives it
 * written out: outside the page there is none.
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
