import { Fragment } from 'react';
import { asShown } from '../../service/series-math/decimal-text.ts';
import styles from './explain.module.css';
import type { ToldPart } from './types.ts';

/** A sentence whose numbers explain themselves when they are pressed. */
export function Told({
  parts,
  onExplain,
}: {
  parts: readonly ToldPart[];
  onExplain: (word: string) => void;
}) {
  return parts.map((part, i) => {
    const key = `${i}${typeof part === 'string' ? part : part.explain}`;
    if (typeof part === 'string') return <Fragment key={key}>{asShown(part)}</Fragment>;
    return (
      <button
        key={key}
        type="button"
        className={`plain hovers rounded one-line ${styles.told}`}
        title={part.short === undefined || part.short === part.text ? undefined : asShown(part.text)}
        onClick={() => onExplain(part.explain)}
      >
        {asShown(part.short ?? part.text)}
      </button>
    );
  });
}

/** @returns a sentence without what explains its numbers. */
export function sentenceText(parts: readonly ToldPart[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}
