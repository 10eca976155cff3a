/** What both A4 and Letter, landscape, have between margins of 12 mm, in CSS pixels. */
const PAPER = { width: 960, height: 690 };

/**
 * Lets the browser print what the window shows: in light colours, and so that the window fills the first page. A drawing keeps the pixels that it has
 * in the window, since no script runs between the browser's command and the paper. The rest is in `paper.css`.
 */
export function printsOnPaper(): void {
  const root = document.documentElement;
  let scheme: string | undefined;
  window.addEventListener('beforeprint', () => {
    const main = document.querySelector('main');
    if (!main) return;
    const beside = [...main.querySelectorAll<HTMLElement>('aside.not-on-paper')].reduce(
      (sum, { offsetWidth }) => sum + offsetWidth,
      0,
    );
    const width = main.clientWidth - beside;
    root.style.setProperty('--paper-content', `${width}px`);
    root.style.setProperty('--paper-height', `${main.clientHeight}px`);
    const zoom = Math.min(1, PAPER.width / width, PAPER.height / (main.offsetTop + main.clientHeight));
    root.style.setProperty('--paper-zoom', String(zoom));
    scheme = root.dataset.mantineColorScheme;
    root.dataset.mantineColorScheme = 'light';
  });
  window.addEventListener('afterprint', () => {
    if (scheme !== undefined) root.dataset.mantineColorScheme = scheme;
  });
}
