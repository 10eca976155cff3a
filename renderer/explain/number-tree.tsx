import { ActionIcon, Anchor, Box, CloseButton, Flex, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronRight,
  IconCopy,
  IconExternalLink,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId, useMemo, useState } from 'react';
import { entryOf, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import { asShown, plainly } from '../../service/series-math/decimal-text.ts';
import {
  explanationQuery,
  listExplanationQuery,
  useCatalog,
  useExplanation,
  useListExplanation,
} from '../api/index.ts';
import { CopyText } from '../frame/index.ts';
import styles from './explain.module.css';
import {
  absenceTexts,
  explainedValue,
  explanationText,
  keyOf,
  listSourceFacts,
  originText,
  publishedOf,
  revisionTexts,
  type SourceFact,
  sourceFacts,
} from './explanation-text.ts';
import type { ListedMember, NumberNode, SentencePart } from './types.ts';

/** A number, its calculation and the numbers behind it. Each opens its own parts, down to observations. */
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

/** Parts of a long average that are shown at first: the newest. */
const SHOWN_PARTS = 24;

function Calculation({ node, isOpen }: { node: NumberNode; isOpen: boolean }) {
  const parts = useMemo(() => plainly(() => node.parts()), [node]);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? parts : parts.slice(-SHOWN_PARTS);
  return (
    <>
      {/* Only a loaded source shows whether an observation was published or is sample data. */}
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
        <TextButton onClick={() => setShowsAll(true)}>
          Show the {parts.length - shown.length} before
        </TextButton>
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

/** The source of a list or of its member: file, line, and the member's data in other lists. */
function ListSource({ listed }: { listed: ListedMember }) {
  const { data, error, refetch } = useListExplanation(listed);
  if (error) return <SourceFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} width="auto" role="img" aria-label="Loading the source" />;
  if (!data.current) return <p className="quiet fine">There is no list for this day.</p>;
  return (
    <Box component="dl" className="fine" m="0.5rem 0 0">
      {listSourceFacts(data).map((fact) => (
        <SourceFactLine key={fact.name} fact={fact} />
      ))}
    </Box>
  );
}

/** The source of an observation: run, file or address, place in the file, and replaced values. */
function ObservationSource({ choice, date }: { choice: SeriesChoice; date: string }) {
  const { data, error, refetch } = useExplanation(choice, date);
  if (error) return <SourceFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} width="auto" role="img" aria-label="Loading the source" />;
  const { source } = entryOf(choice).dataset;
  const revisions = revisionTexts(data);
  const isSample = data.current?.run.origin === 'sample';
  return (
    <>
      {absenceTexts(data).map((text) => (
        <p key={text} className="quiet fine">
          {text}
        </p>
      ))}
      {data.current && <p className={styles.words}>{originText(data)}.</p>}
      {data.current && (
        <Box component="dl" className="fine" m="0.5rem 0 0">
          {sourceFacts(data).map((fact) => (
            <SourceFactLine key={fact.name} fact={fact} />
          ))}
          {!isSample && (
            <FactRow name="Publisher’s page">
              <Anchor href={source.url} target="_blank" rel="noreferrer" inherit>
                {source.name} <IconExternalLink size={12} stroke={1.6} aria-hidden />
              </Anchor>
            </FactRow>
          )}
          <FactRow name="Revisions">
            {revisions.length === 0
              ? 'none seen here'
              : revisions.map((text, i) => (
                  <Box key={text} pt={i === 0 ? 0 : 4}>
                    {text}
                  </Box>
                ))}
          </FactRow>
        </Box>
      )}
      {data.replaced_sample_of !== null && (
        <p className="quiet fine">Sample data were here before; they were made up, and none are kept.</p>
      )}
    </>
  );
}

/** Shows why a source could not be read, with Retry. */
function SourceFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <p role="alert">
      Its source could not be read: {error.message} <TextButton onClick={onRetry}>Retry</TextButton>
    </p>
  );
}

function TextButton(props: { onClick: () => void; children: ReactNode }) {
  return (
    <Box component="button" type="button" className="plain accent" mt={8} p={0} td="underline" {...props} />
  );
}

/** One fact about a source. A hash can be copied, an address opened. */
function SourceFactLine({ fact: { name, text, isCode } }: { fact: SourceFact }) {
  return (
    <FactRow name={name}>
      {isCode ? (
        <span className="row gap-4">
          <code className="cut one-line grow mono" title={text}>
            {text}
          </code>
          <CopyText value={text} what={name} />
        </span>
      ) : /^https:\/\//.test(text) ? (
        <Anchor href={text} target="_blank" rel="noreferrer" inherit>
          {text}
        </Anchor>
      ) : (
        text
      )}
    </FactRow>
  );
}

function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={`fact ${styles.fact}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Copies the whole explanation as text. Loads missing sources first. */
export function CopyExplanation({ node }: { node: NumberNode }) {
  const client = useQueryClient();
  const version = useCatalog().data?.data_version;
  const copy = useMutation({
    mutationFn: async () => {
      const sources = await Promise.all(
        publishedOf(node).map(async (one) => {
          const { listed, published, date } = one;
          const source = listed
            ? await client.ensureQueryData(listExplanationQuery(version, listed))
            : await client.ensureQueryData(explanationQuery(version, published as SeriesChoice, date));
          return [keyOf(one), source] as const;
        }),
      );
      await navigator.clipboard.writeText(explanationText(node, new Map(sources)));
      forget.start();
    },
  });
  const forget = useTimeout(copy.reset, 2000);
  const label = copy.isError
    ? `It could not be copied: ${copy.error.message}`
    : copy.isSuccess
      ? 'Copied'
      : 'Copy explanation';
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon size={26} aria-label={label} loading={copy.isPending} onClick={() => copy.mutate()}>
          {copy.isError ? (
            <IconAlertTriangle size={15} />
          ) : copy.isSuccess ? (
            <IconCheck size={15} />
          ) : (
            <IconCopy size={15} stroke={1.6} />
          )}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copy.isSuccess ? 'The explanation is copied.' : ''}</VisuallyHidden>
    </>
  );
}

/** Explains one number of a screen that computes the explanation itself. */
export function NumberPanel({ node, onClose }: { node: NumberNode; onClose: () => void }) {
  return (
    <Box p="0.75rem 1rem 1.25rem">
      <Box className="row gap-4" mb={8}>
        <h2 className="large fill">Explain this number</h2>
        <CopyExplanation node={node} />
        <CloseButton aria-label="Close the explanation" onClick={onClose} />
      </Box>
      <NumberTree key={`${node.label} ${node.date}`} node={node} />
    </Box>
  );
}

/** A sentence whose numbers explain themselves when pressed. */
export function ExplainableSentence({
  parts,
  onExplain,
}: {
  parts: readonly SentencePart[];
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

/** @returns a sentence as plain text. */
export function sentenceText(parts: readonly SentencePart[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}
