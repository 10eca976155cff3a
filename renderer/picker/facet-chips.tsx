import { FACETS, type Facet, type FacetValue, type Narrowing } from './facets.ts';
import styles from './picker.module.css';

/** A facet with more values than this is a drop-down list instead of chips. */
const MOST_CHIPS = 3;
const ALL_OF: Record<Facet, string> = {
  frequency: 'Any frequency',
  adjustment: 'Any adjustment',
  region: 'Any region',
  unit: 'Any unit',
  dataset: 'Any dataset',
};

/** Narrows the search results by frequency, seasonal adjustment, region, unit and dataset. */
export function FacetChips(props: {
  values: readonly FacetValue[];
  narrowing: Narrowing;
  onChange: (narrowing: Narrowing) => void;
}) {
  const { values, narrowing, onChange } = props;
  if (values.length === 0) return null;
  const narrow = (facet: Facet, value: string | undefined) => onChange({ ...narrowing, [facet]: value });
  return (
    <fieldset className="flex wrap gap-4" aria-label="Narrow the finds">
      {FACETS.map((facet) => {
        const own = values.filter((one) => one.facet === facet);
        const chosen = narrowing[facet];
        if (own.length > MOST_CHIPS) {
          return (
            <select
              key={facet}
              className={`plain cut fine one-line ${styles.facetChip}`}
              aria-label={ALL_OF[facet].replace('Any ', 'Narrow by ')}
              data-on={chosen !== undefined || undefined}
              value={chosen ?? ''}
              onChange={({ currentTarget: { value } }) => narrow(facet, value === '' ? undefined : value)}
            >
              <option value="">{ALL_OF[facet]}</option>
              {own.map(({ value, count }) => (
                <option key={value} value={value}>
                  {value} ({count})
                </option>
              ))}
            </select>
          );
        }
        return own.map(({ value, count }) => (
          <button
            key={value}
            type="button"
            className={`plain cut fine one-line ${styles.facetChip}`}
            aria-pressed={chosen === value}
            onClick={() => narrow(facet, chosen === value ? undefined : value)}
          >
            {value} <span className={`quiet small ${styles.facetCount}`}>{count}</span>
          </button>
        ));
      })}
    </fieldset>
  );
}
