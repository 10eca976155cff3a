import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { explanationQuery, listExplanationQuery, useCatalog } from '../api/index.ts';
import { explanationText, keyOf, publishedOf } from './explanation-text.ts';
import type { NumberNode } from './types.ts';

/** Copies the whole explanation as text. Sources that are not loaded yet are loaded first. */
export function CopyExplanation({ node }: { node: NumberNode }) {
  const client = useQueryClient();
  const version = useCatalog().data?.data_version;
  const copy = useMutation({
    mutationFn: async () => {
      const sources = await Promise.all(
        publishedOf(node).map(async (one) => {
          const source = one.listed
            ? await client.ensureQueryData(listExplanationQuery(version, one.listed))
            : await client.ensureQueryData(
                explanationQuery(version, one.published as SeriesChoice, one.date),
              );
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
