import { IconChevronRight } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import styles from './explain.module.css';
import { valueText } from './explanation-text.ts';
import { ObservationSource } from './observation-source.tsx';
import type { NumberNode } from './types.ts';

/** A number, how it was made, and under it what it was made of: each part opens to its own, down to where it was published. */
export function NumberTree({ node }: { node: NumberNode }) {
  return (
    <section aria-label={`${node.label}, ${node.period}`}>
      <p className={styles.title}>{node.label}</p>
      <p className={styles.value} data-none={node.value === undefined || undefined}>
        {node.value === undefined ? 'No value' : valueText(node)}
      </p>
      {node.period !== node.date && <p className={styles.quiet}>{node.period}</p>}
      <Made node={node} isOpen />
    </section>
  );
}

/** Of long averages the newest parts are shown first. */
const SHOWN_PARTS = 24;

function Made({ node, isOpen }: { node: NumberNode; isOpen: boolean }) {
  const parts = useMemo(() => node.parts(), [node]);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? parts : parts.slice(-SHOWN_PARTS);
  return (
    <>
      {/* Whether somebody published it is known with its source only. */}
      {!node.published && <p className={styles.words}>{node.words}.</p>}
      {node.formula !== '' && <p className={styles.formula}>{node.formula}</p>}
      {node.numbers !== '' && <p className={styles.numbers}>{node.numbers}</p>}
      {node.published && <ObservationSource choice={node.published} date={node.date} />}
      {shown.length < parts.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          Show the {parts.length - shown.length} before
        </button>
      )}
      {shown.length > 0 && (
        <ul className={styles.parts}>
          {shown.map((part) => (
            <Part
              key={`${part.label} ${part.date}`}
              node={part}
              isOpenAtFirst={isOpen && parts.length === 1}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Part({ node, isOpenAtFirst }: { node: NumberNode; isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <li className={styles.part}>
      <button
        type="button"
        className={styles.partHead}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={2} aria-hidden className={styles.chevron} />
        <span className={styles.partName}>
          {node.label !== '' && <span className={styles.partLabel}>{node.label}</span>}
          <span className={styles.period}>{node.period}</span>
        </span>
        <span className={styles.partValue}>{node.value === undefined ? 'none' : valueText(node)}</span>
      </button>
      {isOpen && (
        <div id={id} className={styles.partBody}>
          <Made node={node} isOpen={false} />
        </div>
      )}
    </li>
  );
}
