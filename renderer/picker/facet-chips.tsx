import type { FacetValue, Narrowing } from './facets.ts';
import styles from './picker.module.css';

/** Narrows the finds by frequency, adjustment and dataset. */
export function FacetChips(props: {
  values: readonly FacetValue[];
  narrowing: Narrowing;
  onChange: (narrowing: Narrowing) => void;
}) {
  const { values, narrowing, onChange } = props;
  if (values.length === 0) return null;
  return (
    <fieldset className={styles.facetChips} aria-label="Narrow the finds">
      {values.map(({ facet, value, count }) => {
        const isOn = narrowing[facet] === value;
        return (
          <button
            key={`${facet} ${value}`}
            type="button"
            className={styles.facetChip}
            aria-pressed={isOn}
            onClick={() => onChange({ ...narrowing, [facet]: isOn ? undefined : value })}
          >
            {value} <span className={styles.facetCount}>{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
