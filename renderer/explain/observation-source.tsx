import { Anchor, Box, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { entryOf, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import { useExplanation } from '../api/index.ts';
import { CopyText } from '../frame/index.ts';

import styles from './explain.module.css';
import { absenceTexts, originText, revisionTexts, type SourceFact, sourceFacts } from './source-facts.ts';

/** Where an observation comes from: the run that loaded it, its file or address, its place in that, and the values that it replaced. */
export function ObservationSource({ choice, date }: { choice: SeriesChoice; date: string }) {
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
            <div className={`fact ${styles.fact}`}>
              <dt>Publisher’s page</dt>
              <dd>
                <Anchor href={source.url} target="_blank" rel="noreferrer" inherit>
                  {source.name} <IconExternalLink size={12} stroke={1.6} aria-hidden />
                </Anchor>
              </dd>
            </div>
          )}
          <div className={`fact ${styles.fact}`}>
            <dt>Revisions</dt>
            <dd>
              {revisions.length === 0
                ? 'none seen here'
                : revisions.map((text, i) => (
                    <Box key={text} pt={i === 0 ? 0 : 4}>
                      {text}
                    </Box>
                  ))}
            </dd>
          </div>
        </Box>
      )}
      {data.replaced_sample_of !== null && (
        <p className="quiet fine">
          Sample data stood here before; they were made up, and nothing of them is kept.
        </p>
      )}
    </>
  );
}

/** Says why a source could not be read, with Retry. */
export function SourceFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <p role="alert">
      Its source could not be read: {error.message}{' '}
      <Box
        component="button"
        type="button"
        className="plain accent"
        mt={8}
        p={0}
        td="underline"
        onClick={onRetry}
      >
        Retry
      </Box>
    </p>
  );
}

/** One fact about a source; a hash can be copied, an address opened. */
export function SourceFactLine({ fact: { name, text, isCode } }: { fact: SourceFact }) {
  return (
    <div className={`fact ${styles.fact}`}>
      <dt>{name}</dt>
      <dd>
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
      </dd>
    </div>
  );
}
