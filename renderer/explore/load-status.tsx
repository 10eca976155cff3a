import { Box, Button, Progress } from '@mantine/core';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { type LoadProgress as Loaded, type Observations, SignInNeeded } from '../api/index.ts';
import { Note } from './note.tsx';

/** Where loading failed, with Retry, or was cancelled; and how far it is, with Cancel, once it is clear that it takes a while. */
export function LoadNotice(props: {
  observations: Observations;
  catalogError: Error | null;
  onRetryCatalog: () => void;
}) {
  const { observations, catalogError } = props;
  const { error, isLoading, isPartial, progress, cancel } = observations;
  const failure = catalogError ?? error;
  if (failure && !(failure instanceof SignInNeeded)) {
    const retry = () => {
      if (catalogError) props.onRetryCatalog();
      observations.retry();
    };
    return (
      <Note isFailure actions={<Action label="Retry" onClick={retry} />}>
        {failureText(failure, observations)}
      </Note>
    );
  }
  if (isLoading && !isPartial)
    return progress.loaded === 0 ? null : (
      <Note actions={<Action label="Cancel" onClick={cancel} />}>{countText(progress)}</Note>
    );
  if (!isPartial) return null;
  return (
    <Note actions={<Action label="Load the rest" onClick={observations.retry} />}>
      Loading was stopped: the chart is incomplete ({countText(progress)}).
    </Note>
  );
}

/** A thin bar over the top of the chart while it loads. */
export function LoadStatus({ observations }: { observations: Observations }) {
  const { error, isLoading, isPartial, progress } = observations;
  if (!isLoading || isPartial || error) return null;
  return (
    <Box className="overlay" style={{ inset: '0 0 auto' }} data-loading>
      <Progress
        size={3}
        radius={0}
        animated
        aria-label="Loading observations"
        value={progress.total ? Math.max(4, (100 * progress.loaded) / progress.total) : 100}
      />
    </Box>
  );
}

function Action({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-xs" h={24} className="fixed" onClick={onClick}>
      {label}
    </Button>
  );
}

function failureText(failure: Error, { columns }: Observations): string {
  const hasShown = columns.some((column) => column.days.length > 0);
  const said = failure.message.replace(/\.$/, '');
  return hasShown
    ? `The chart is incomplete, because the rest could not be loaded: ${said}.`
    : `The observations could not be loaded: ${said}.`;
}

/** '12,400 of 24,312 rows' */
function countText({ loaded, total }: Loaded): string {
  return total === undefined
    ? countOf(loaded, 'row')
    : `${groupDigits(String(loaded))} of ${countOf(total, 'row')}`;
}
