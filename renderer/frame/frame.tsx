import { Outlet } from '@tanstack/react-router';
import { SignInNeeded, useHostState, usePresence } from '../api/index.ts';
import { DamageBanner } from './damage-banner.tsx';
import styles from './frame.module.css';
import { HostBanner } from './host-banner.tsx';
import { IncidentNotices } from './incident-notices.tsx';
import { Rail } from './rail.tsx';
import { ScreensContext } from './screens-context.ts';
import { SignInPage } from './sign-in-page.tsx';
import type { ScreenDefinition } from './types.ts';
import { useDesktop } from './use-desktop.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

/** The rail and the screen beside it; or what to do when this window may not ask the host anything. */
export function Frame({ screens }: { screens: readonly ScreenDefinition[] }) {
  const host = useHostState();
  usePresence(host.data?.mode === 'browser');
  useDesktop(screens);
  useDroppedFiles();
  if (host.error instanceof SignInNeeded) return <SignInPage />;
  return (
    <ScreensContext value={screens}>
      <div className={styles.frame}>
        <a className={`framed accent ${styles.skip}`} href="#main">
          Skip to the content
        </a>
        <Rail />
        <div className="column shrink low">
          <HostBanner state={host.data} isGone={host.isError} />
          <DamageBanner damage={host.data?.damage ?? null} />
          <IncidentNotices />
          <Outlet />
        </div>
      </div>
    </ScreensContext>
  );
}
