import { Box, Button, Progress } from '@mantine/core';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { type LoadProgress, type Observations, SignInNeeded } from '../api/index.ts';
import { Notice } from '../frame/index.ts';

/** State of loading: a thin bar with Cancel while it runs; a notice where it was cancelled, or where it failed, with Retry. */
export function LoadStatus(props: {
  observations: Observations;
  catalogError: Error | null;
  onRetryCatalog: () => void;
}) {
  const { observations, catalogError } = props;
  const { error, isLoading, isPartial, progress } = observations;
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
  if (isPartial) {
    return (
      <Notice tone="note" action={<Action label="Load the rest" onClick={observations.retry} />}>
        Loading was stopped: the chart is incomplete ({countText(progress)}).
      </Notice>
    );
  }
  return (
    <Box className="fixed" pos="relative" mih="3px" m="0 0.75rem" data-loading={isLoading || undefined}>
      {isLoading && (
        <>
          <Progress
            size={3}
            radius={0}
            animated
            aria-label="Loading observations"
            value={progress.total ? Math.max(4, (100 * progress.loaded) / progress.total) : 100}
          />
          {progress.loaded > 0 && (
            <Box className="row to-end gap-8 fine" pt={2}>
              <span>{countText(progress)}</span>
              <Button variant="subtle" size="compact-xs" onClick={observations.cancel}>
                Cancel
              </Button>
            </Box>
          )}
        </>
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
function countText({ loaded, total }: LoadProgress): string {
  const of = total === undefined ? '' : ` of ${groupDigits(String(total))}`;
  return `${groupDigits(String(loaded))}${of} rows`;
}
