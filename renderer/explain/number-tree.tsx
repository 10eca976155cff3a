import { Box, Flex, Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { asShown, plainly } from '../../service/series-math/decimal-text.ts';
import { useListExplanation } from '../api/index.ts';
import styles from './explain.module.css';
import { explainedValue } from './explanation-text.ts';
import { ObservationSource, SourceFactLine, SourceFailed } from './observation-source.tsx';
import { listSourceFacts } from './source-facts.ts';
import type { ListedMember, NumberNode } from './types.ts';

/** A number, how it was computed, and from which numbers: each of these opens to its own parts, down to published observations. */
export function NumberTree({ node }: { node: NumberNode }) {
  return (
    <section aria-label={asShown(`${node.label}, ${node.period}`)}>
      <p className="quiet">{asShown(node.label)}</p>
      <Box
        component="p"
        className={`strong breaks ${node.value === undefined ? 'quiet' : ''}`}
        fz="1.25rem"
        lh={1.35}
      >
        {node.value === undefined ? 'No value' : explainedValue(node)}
      </Box>
      {node.period !== node.date && <p className="quiet fine">{asShown(node.period)}</p>}
      <Calculation node={node} isOpen />
    </section>
  );
}

/** Of a long average only this many parts are shown at first: the newest. */
const SHOWN_PARTS = 24;

function Calculation({ node, isOpen }: { node: NumberNode; isOpen: boolean }) {
  const parts = useMemo(() => plainly(() => node.parts()), [node]);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? parts : parts.slice(-SHOWN_PARTS);
  return (
    <>
      {/* Whether an observation was published or is sample data is known only when its source is loaded. */}
      {!node.published && <p className={styles.words}>{asShown(node.words)}.</p>}
      {node.formula !== '' && (
        <Box component="p" className="quiet breaks" pt={4}>
          {asShown(node.formula)}
        </Box>
      )}
      {node.numbers !== '' && (
        <Box component="p" className="medium breaks" pt={4}>
          {asShown(node.numbers)}
        </Box>
      )}
      {node.published && <ObservationSource choice={node.published} date={node.date} />}
      {node.listed && <ListSource listed={node.listed} />}
      {shown.length < parts.length && (
        <Box
          component="button"
          type="button"
          className="plain accent"
          mt={8}
          p={0}
          td="underline"
          onClick={() => setShowsAll(true)}
        >
          Show the {parts.length - shown.length} before
        </Box>
      )}
      {shown.length > 0 && (
        <ul className={`list ${styles.parts}`}>
          {shown.map((part) => (
            <Part
              key={`${part.label} ${part.period}`}
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
    <li>
      <button
        type="button"
        className={`rounded plain hovers flex baseline gap-6 full-width ${styles.partHead}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={2} aria-hidden className={`fixed ${styles.chevron}`} />
        <Flex component="span" className="grow" wrap="wrap" columnGap={8}>
          {node.label !== '' && <span className={styles.partLabel}>{asShown(node.label)}</span>}
          <span className={`quiet one-line ${styles.period}`}>{asShown(node.period)}</span>
        </Flex>
        <span className="to-right">{node.value === undefined ? 'none' : explainedValue(node)}</span>
      </button>
      {isOpen && (
        <div id={id} className={styles.partBody}>
          <Calculation node={node} isOpen={false} />
        </div>
      )}
    </li>
  );
}

/** Where a list of constituents comes from, or what it says of a member: its file, the line in it, and what other lists say. */
function ListSource({ listed }: { listed: ListedMember }) {
  const { data, error, refetch } = useListExplanation(listed);
  if (error) return <SourceFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} width="auto" role="img" aria-label="Loading the source" />;
  if (!data.current) return <p className="quiet fine">No list of this day is held.</p>;
  return (
    <Box component="dl" className="fine" m="0.5rem 0 0">
      {listSourceFacts(data).map((fact) => (
        <SourceFactLine key={fact.name} fact={fact} />
      ))}
    </Box>
  );
}
