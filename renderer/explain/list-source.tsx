import { Box, Skeleton } from '@mantine/core';
import { useListExplanation } from '../api/index.ts';
import { SourceFactLine, SourceFailed } from './observation-source.tsx';
import { listSourceFacts } from './source-facts.ts';
import type { ListedMember } from './types.ts';

/** Where a list of constituents comes from, or what it says of a member: its file, the line in it, and what other lists say. */
export function ListSource({ listed }: { listed: ListedMember }) {
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
