import { Outlet, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  SignInNeeded,
  signInKind,
  useAppearance,
  useCapabilities,
  useEvents,
  useHasEnded,
  useHostState,
  useServiceNews,
  useStateError,
  useTeamNews,
  useWorkNews,
} from '../api/index.ts';
import { KeySignInPage } from '../sign-in/index.ts';
import { DamageBanner } from './damage-banner.tsx';
import { DropTarget, useDroppedFiles } from './drop-target.tsx';
import { EndedPage } from './ended-page.tsx';
import styles from './frame.module.css';
import { GlobalSearch } from './global-search.tsx';
import { GoKeys } from './go-keys.tsx';
import { HostBanner } from './host-banner.tsx';
import { IncidentNotices } from './incident-notices.tsx';
import { Rail } from './rail.tsx';
import { frameParts, PartsContext, ScreensContext } from './screens-context.ts';
import { SignInPage } from './sign-in-page.tsx';
import type { FrameLoaders, ScreenDefinition } from './types.ts';
import { useDesktop } from './use-desktop.ts';

type FrameProps = { screens: readonly ScreenDefinition[]; loaders: FrameLoaders };

/** The rail with the screen beside it, the sign-in page where this window has no session, or that Almanac was ended from here. */
export function Frame(props: FrameProps) {
  // Without anything that asks a service.
  return useHasEnded() ? <EndedPage /> : <RunningFrame {...props} />;
}

function RunningFrame({ screens: all, loaders }: FrameProps) {
  const can = useCapabilities();
  const screens = useMemo(
    () => all.filter(({ needs }) => needs === undefined || can.includes(needs.can)),
    [all, can],
  );
  const parts = useMemo(() => frameParts(loaders), [loaders]);
  const host = useHostState().data;
  const error = useStateError();
  useServiceNews();
  useEvents();
  useWorkNews();
  useTeamNews();
  const style = useAppearance();
  const pathname = useLocation({ select: (location) => location.pathname });
  useDesktop(screens);
  const isFileOver = useDroppedFiles();
  if (error instanceof SignInNeeded) return signInKind() === 'key' ? <KeySignInPage /> : <SignInPage />;
  return (
    <ScreensContext value={screens}>
      <PartsContext value={parts}>
        <GlobalSearch>
          <div className={styles.frame}>
            <a className={`framed accent ${styles.skip}`} href="#main">
              Skip to the content
            </a>
            <Rail />
            <div className="column shrink low">
              <HostBanner />
              <DamageBanner damage={host?.damage ?? null} />
              <IncidentNotices />
              {/* Numbers that are drawn already are drawn anew. Settings, where the style is chosen, stays as it is. */}
              <Outlet key={pathname === '/settings' ? '' : style} />
            </div>
            <GoKeys />
            <DropTarget isOver={isFileOver} />
          </div>
        </GlobalSearch>
      </PartsContext>
    </ScreensContext>
  );
}
