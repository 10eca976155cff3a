import { type PointerEvent, useRef } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { basisPoints } from '../../service/series-math/curve.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import type { PlotArea } from '../chart/index.ts';
import { comparedDay, dateOf } from './curves.ts';
import type { Shown } from './shown.ts';
import styles from './yields.module.css';

/** The values of a tenor under the pointer. A press on a curve explains its value there. */
export function CurveReading(props: {
  of: Shown;
  area: PlotArea;
  xs: readonly number[];
  yOf: (percent: number) => number;
}) {
  const { of, area, xs, yOf } = props;
  const { curves, scrub } = of;
  const line = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const tenorAt = (x: number) =>
    xs.reduce((near, one, i) => (Math.abs(one - x) < Math.abs((xs[near] as number) - x) ? i : near), 0);
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const rect = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - rect.left, y: event.clientY - rect.top };
  };
  /** The values of a tenor: of the day, then of those it is compared with. */
  const values = (tenor: number) => {
    const column = curves.columns[tenor];
    const row = scrub.row();
    const all = [{ word: '', row }, ...of.compared.map(({ word }) => comparedDay(curves, row, word))];
    return all.flatMap(({ word, row: at }) => {
      const text = at === undefined ? undefined : column?.texts[at];
      if (column === undefined || at === undefined || text === undefined) return [];
      const change = (column.scaled[row] as number) - (column.scaled[at] as number);
      return [{ word, date: dateOf(curves, at), text, percent: Number(text), change }];
    });
  };
  const show = (event: PointerEvent<HTMLElement>) => {
    setVisible(event.currentTarget, true);
    const { x } = placeOf(event);
    const tenor = tenorAt(x);
    const lines = values(tenor).map(({ word, date, text, change }) => {
      const by =
        word === '' || Number.isNaN(change) ? '' : `, ${signedText(basisPoints(change, curves))} bp since`;
      return `${word === '' || word.length > 4 ? '' : `${word}: `}${shownDate(date)}  ${groupDigits(text)} %${by}`;
    });
    const at = xs[tenor] as number;
    if (line.current) line.current.style.transform = `translateX(${at}px)`;
    if (!tip.current) return;
    tip.current.replaceChildren(
      ...[curves.columns[tenor]?.title ?? '', ...lines].map((text, i) => {
        const element = document.createElement('div');
        element.textContent = text;
        if (i === 0) element.className = 'strong';
        return element;
      }),
    );
    const isRight = at > (area.left + area.right) / 2;
    tip.current.style.transform = `translateX(${isRight ? at - 12 : at + 12}px) translateX(${isRight ? '-100%' : '0'})`;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for a pointer only; the table has the same numbers for the keyboard
    <div
      className={styles.reading}
      role="presentation"
      onPointerMove={show}
      onPointerDown={show}
      onPointerLeave={(event) => setVisible(event.currentTarget, false)}
      onClick={(event) => {
        const { x, y } = placeOf(event as unknown as PointerEvent<HTMLElement>);
        const tenor = tenorAt(x);
        const near = values(tenor).toSorted(
          (a, b) => Math.abs(yOf(a.percent) - y) - Math.abs(yOf(b.percent) - y),
        )[0];
        const code = curves.columns[tenor]?.code;
        if (near && code) of.explain(near.word === '' ? code : `${code}.on.${near.date}`);
      }}
    >
      <div
        ref={line}
        className="overlay"
        style={{
          top: area.top,
          left: 0,
          height: area.bottom - area.top,
          borderLeft: '1px dashed var(--mantine-color-dimmed)',
          visibility: 'hidden',
        }}
      />
      <div
        ref={tip}
        className="overlay card fine"
        style={{ top: area.top + 4, left: 0, padding: '4px 8px', whiteSpace: 'pre', visibility: 'hidden' }}
      />
    </div>
  );
}

/** What follows the pointer is there once it has moved: a plot that comes under a pointer at rest has no place for it. */
function setVisible(reading: HTMLElement, isVisible: boolean): void {
  for (const one of reading.querySelectorAll<HTMLElement>(':scope > *'))
    one.style.visibility = isVisible ? '' : 'hidden';
}
