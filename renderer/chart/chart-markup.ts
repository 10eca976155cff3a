/** A drawn chart as self-contained SVG text, with its size in pixels. */
export type ChartMarkup = { markup: string; width: number; height: number };

const PAINT = ['fill', 'stroke', 'font-size', 'font-family'] as const;

/** @returns a chart's markup with computed colours and fonts: the page's styles do not apply elsewhere. */
export function chartMarkup(svg: SVGSVGElement): ChartMarkup {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copied = [copy, ...copy.querySelectorAll('*')];
  for (const [i, element] of [svg, ...svg.querySelectorAll('*')].entries()) {
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
