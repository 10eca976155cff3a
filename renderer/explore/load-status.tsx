import { Box, Button, Progress } from '@mantine/core';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { type LoadProgress as Loaded, type Observations, SignInNeeded } from '../api/index.ts';
import { Notice } from '../frame/index.ts';

/** A notice where loading failed, with Retry, or was cancelled. */
export function LoadNotice(props: {
  observations: Observations;
  catalogError: Error | null;
  onRetryCatalog: () => void;
}) {
  const { observations, catalogError } = props;
  const { error, isPartial, progress } = observations;
  const failure = catalogError ?? error;
  if (failure && !(failure instanceof SignInNeeded)) {
    const retry = () => {
      if (catalogError) props.onRetryCatalog();
      observations.retry();
    };
    return (
      <Notice tone="failure" action={<Action label="Retry" onClick={retry} />}>
        {failureText(failure, observations)}
      </Notice>
    );
  }
  if (!isPartial) return null;
  return (
    <Notice tone="note" action={<Action label="Load the rest" onClick={observations.retry} />}>
      Loading was stopped: the chart is incomplete ({countText(progress)}).
    </Notice>
  );
}

/** A thin bar over the top of the chart while it loads, with Cancel once it is clear that it takes a while. */
export function LoadProgress({ observations }: { observations: Observations }) {
  const { error, isLoading, isPartial, progress, cancel } = observations;
  if (!isLoading || isPartial || error) return null;
  return (
    <Box className="overlay" style={{ inset: '0 0 auto', zIndex: 2 }} data-loading>
      <Progress
        size={3}
        radius={0}
        animated
        aria-label="Loading observations"
        value={progress.total ? Math.max(4, (100 * progress.loaded) / progress.total) : 100}
      />
      {progress.loaded > 0 && (
        <Box className="row gap-8 fine" w="fit-content" ml="auto" p="1px 8px" bg="var(--surface)">
          <span>{countText(progress)}</span>
          <Button
            variant="subtle"
            size="compact-xs"
            h={24}
            style={{ pointerEvents: 'auto' }}
            onClick={cancel}
          >
            Cancel
          </Button>
        </Box>
      )}
    </Box>
  );
}

function Action({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" onClick={onClick}>
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
