import type { ReactNode } from 'react';
import styles from './details.module.css';

/** A name and what is to be said under it, in a list of such. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={`gap-12 ${styles.fact}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
