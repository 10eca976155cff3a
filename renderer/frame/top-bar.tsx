import { Box } from '@mantine/core';
import { Suspense } from 'react';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { ListAsk } from '../api/index.ts';
import { SignedInMember } from '../sign-in/index.ts';
import { ApiAddress } from './api-address.tsx';
import styles from './frame.module.css';
import { FreshnessMenu } from './freshness.tsx';
import { SearchButton } from './global-search.tsx';
import { useFrameParts } from './screens-context.ts';
import { TeamChip } from './team-chip.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The title, the search, which stands at one place on all screens, and at the end the team whose data are shown, their freshness, the API's address and the appearance. */
export function TopBar(props: {
  title: string;
  datasets: readonly string[];
  series: readonly SeriesChoice[];
  lists: readonly ListAsk[];
  isComing?: boolean;
}) {
  const { SaveHere } = useFrameParts();
  return (
    <header className={`row fixed gap-12 ${styles.bar}`}>
      {/* As wide as the longest title where there is room, so that the search stands at one place. */}
      <Box
        component="h1"
        className="large strong one-line cut"
        lts="-0.006em"
        flex="none"
        w="clamp(5.5rem, 30vw - 1.5rem, 8.25rem)"
      >
        {props.title}
      </Box>
      <SearchButton />
      <div className="row at-end shrink gap-4 not-on-paper">
        {/* Its place: nothing moves when it comes. */}
        <Suspense fallback={<Box w={28} />}>
          <SaveHere title={props.title} isComing={props.isComing ?? false} />
        </Suspense>
        <TeamChip />
        <FreshnessMenu datasets={props.datasets} series={props.series} lists={props.lists} />
        <ApiAddress />
        <ThemeSwitch />
        <SignedInMember />
      </div>
    </header>
  );
}
