import { Box, Button, Kbd, useMantineColorScheme } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFileImport, IconLock } from '@tabler/icons-react';
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { AppState } from '../../service/contract/app-state.ts';
import type { Theme } from '../../service/contract/desktop.ts';
import { assertNever } from '../../service/contract/failure.ts';
import {
  ApiError,
  followCommands,
  offerScreens,
  SignInNeeded,
  setWindowTheme,
  signInKind,
  useAppearance,
  useAppState,
  useCan,
  useCapabilities,
  useEvents,
  useHandOverFile,
  useHasEnded,
  useIsAway,
  useIsRestarting,
  usePreference,
  useServiceNews,
  useStateError,
  useTeamNews,
  useWorkNews,
} from '../api/index.ts';
import { KeySignInPage } from '../sign-in/index.ts';
import { CommandLine } from './copy-text.tsx';
import styles from './frame.module.css';
import { STORAGE } from './help-link.tsx';
import { frameParts, isTyping, PartsContext, ScreensContext, useScreens } from './hooks.ts';
import { IncidentNotices } from './no-data-view.tsx';
import { Notice, SmallButton } from './notice.tsx';
import { Rail } from './rail.tsx';
import { GlobalSearch } from './search.tsx';
import type { FrameLoaders, ScreenDefinition } from './types.ts';

type FrameProps = { screens: readonly ScreenDefinition[]; loaders: FrameLoaders };

/** The rail with the screen beside it; or the sign-in page; or, after Almanac was ended here, a note. */
export function Frame(props: FrameProps) {
  // The ended page must not send requests.
  return useHasEnded() ? <EndedPage /> : <RunningFrame {...props} />;
}

function RunningFrame({ screens: all, loaders }: FrameProps) {
  const can = useCapabilities();
  const screens = useMemo(
    () => all.filter(({ needs }) => needs === undefined || can.includes(needs.can)),
    [all, can],
  );
  const parts = useMemo(() => frameParts(loaders), [loaders]);
  const host = useAppState().data;
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
              <ServiceBanner />
              {host?.damage && <DamageBanner damage={host.damage} />}
              <IncidentNotices />
              {/* A new number style redraws the screen, except Settings, where it is chosen. */}
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

function EndedPage() {
  return (
    <Box component="main" className="center quiet" h="100%" p="2rem" bg="var(--page)">
      <p role="status">Almanac has ended. Start it again with npm start.</p>
    </Box>
  );
}

/** Reports on every screen that the data file is damaged, with a link to the back-ups. */
function DamageBanner({ damage }: { damage: NonNullable<AppState['damage']> }) {
  const action = (
    <SmallButton renderRoot={(props) => <Link to="/data" hash={STORAGE} {...props} />}>Back-ups</SmallButton>
  );
  return (
    <Notice isFlush tone="failure" action={action}>
      {damage.message} Data that cannot be read completely are not shown.
    </Notice>
  );
}

/** Shows while this window has no session; disappears once another tab lends one. */
function SignInPage() {
  return (
    <Box component="main" className="center" h="100%" p="2rem" bg="var(--page)">
      <Box className="card column gap-12" maw="30rem" p="1.75rem">
        <IconLock size={28} stroke={1.5} aria-hidden color="var(--accent-text)" />
        <Box component="h1" fz="1.125rem">
          This window is not signed in
        </Box>
        <p>
          Almanac opens with an address that works once, so that no other page or person on this computer can
          read your data. All tabs of this browser share that sign-in. No open tab is signed in now, and this
          address has no token, or one that is used or expired.
        </p>
        <p>
          <strong>Press Enter in the terminal where Almanac runs:</strong> it prints a new address. Open it in
          this browser to sign this tab in. If Almanac is not running, start it again:
        </p>
        <CommandLine>npm start</CommandLine>
        <div>
          <Button variant="default" onClick={() => location.reload()}>
            Try again
          </Button>
        </div>
      </Box>
    </Box>
  );
}

/** Connects the page with the desktop window's menus, links and dialogs. Does nothing in a browser. */
function useDesktop(screens: readonly ScreenDefinition[]): void {
  const router = useRouter();
  const handOver = useHandOverFile();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const setScheme = useEffectEvent(setColorScheme);
  const take = useEffectEvent(handOver);

  /** The theme agreed with the window. A choice from its menu is not sent back: it may be outdated. */
  const agreed = useRef<Theme>(undefined);

  useEffect(() => {
    if (agreed.current === colorScheme) return;
    agreed.current = colorScheme;
    setWindowTheme(colorScheme);
  }, [colorScheme]);
  useEffect(() => {
    offerScreens(screens.map(({ path, title }) => ({ path, title })));
    return followCommands((command) => {
      switch (command.t) {
        case 'go':
          router.history.push(command.to);
          break;
        case 'theme':
          agreed.current = command.theme;
          setScheme(command.theme);
          break;
        case 'file':
          take({ upload: command.upload, name: command.upload.name });
          router.history.push('/data');
          break;
        default:
          assertNever(command);
      }
    });
  }, [router, screens]);
}

/** A crashed service is back within this time; after that the user must act. */
const BUSY_MS = 15_000;

/** Reports that the service does not answer, the effect on the screen, and the next step. */
function ServiceBanner() {
  const error = useStateError();
  const isAway = useIsAway();
  const isOnComputer = useCan('computer');
  const isRestarting = useIsRestarting();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isAway) return;
    const timer = setTimeout(() => setLong(true), BUSY_MS);
    return () => clearTimeout(timer);
  }, [isAway]);
  const banner = (tone: 'busy' | 'failure', text: string) => (
    <Notice isFlush tone={tone}>
      {text}
    </Notice>
  );
  if (isRestarting) return banner('busy', 'The data service is starting again.');
  // An answer that this page cannot use.
  if (!isAway) return error instanceof ApiError ? banner('failure', error.message) : null;
  const stays = 'What is on the screen stays';
  if (!isOnComputer)
    return banner(
      'busy',
      `The team's Almanac does not answer. ${stays}, and comes up to date when it answers again.`,
    );
  if (!isLong)
    return banner('busy', `The data service stopped unexpectedly and is being started again. ${stays}.`);
  return banner('failure', `Almanac has ended. ${stays}. Start it again with npm start.`);
}

/** `pointerEvents` is none, so that a drop reaches the element below. */
const OVER: CSSProperties = {
  zIndex: 400,
  background: 'color-mix(in srgb, var(--page) 82%, transparent)',
  outline: '2px dashed var(--accent-text)',
  outlineOffset: '-0.75rem',
  pointerEvents: 'none',
};

function DropTarget({ isOver }: { isOver: boolean }) {
  if (!isOver) return null;
  return (
    <Box pos="fixed" inset={0} p="xl" className="center" style={OVER} aria-hidden>
      <Box className="card row gap-14" maw="36rem" p="1.25rem 1.5rem">
        <IconFileImport size={28} stroke={1.5} color="var(--accent-text)" style={{ flex: 'none' }} />
        <div>
          <div className="heading">Drop to import</div>
          <div className="quiet">You see what is in the file first; nothing is stored until you confirm.</div>
        </div>
      </Box>
    </Box>
  );
}

/**
 * Opens the Data screen's import with files dropped anywhere in the window; the browser would leave the app.
 * Over an open dialog, or without the right to import, a drop does nothing. @returns whether acceptable files
 * are over the window
 */
function useDroppedFiles(): boolean {
  const router = useRouter();
  const handOver = useHandOverFile();
  const canTake = useCan('computer');
  const [isOver, setOver] = useState(false);
  // An image dragged from the page itself also looks like a file.
  const isOwn = useRef(false);
  const drag = ({ type }: DragEvent): void => {
    isOwn.current = type === 'dragstart';
  };
  const take = (event: DragEvent): void => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const isTaken = canTake && !isOwn.current && document.querySelector('[aria-modal="true"]') === null;
    dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
    setOver(isTaken && event.type === 'dragover');
    const files = [...dataTransfer.files];
    if (!isTaken || event.type !== 'drop' || files[0] === undefined) return;
    handOver({ name: files[0].name, files });
    if (router.state.location.pathname !== '/data') router.history.push('/data');
  };
  useWindowEvent('dragstart', drag);
  useWindowEvent('dragend', drag);
  useWindowEvent('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
  useWindowEvent('dragover', take);
  useWindowEvent('drop', take);
  return isOver;
}

const WAIT_MS = 1500;

/**
 * G and a letter open a screen (its `goKey`). If single-key shortcuts are off, this keeps single keys from
 * every part of the page; nothing else reads that setting.
 */
function GoKeys() {
  const screens = useScreens().filter(({ goKey }) => goKey !== undefined);
  const { history } = useRouter();
  const [hasSingleKeys] = usePreference('single_keys');
  const [isWaiting, setWaiting] = useState(false);
  const press = (event: KeyboardEvent) => {
    if (/^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
    const isGo = event.key.toLowerCase() === 'g' && !isWaiting;
    if (!isSingleKey(event) || isTyping(event)) return setWaiting(false);
    if (hasSingleKeys && !isGo && !isWaiting) return;
    // Stops all other listeners, so that the letter does nothing else on the screen.
    event.stopImmediatePropagation();
    if (!hasSingleKeys) return;
    event.preventDefault();
    if (event.repeat) return;
    setWaiting(isGo);
    const to = isGo ? undefined : screens.find(({ goKey }) => goKey === event.key.toUpperCase());
    if (to) history.push(to.path);
  };
  useWindowEvent('keydown', press, { capture: true });
  useEffect(() => {
    if (!isWaiting) return;
    const lapse = setTimeout(() => setWaiting(false), WAIT_MS);
    return () => clearTimeout(lapse);
  }, [isWaiting]);
  if (!isWaiting) return null;
  return (
    <Box
      className="card row wrap gap-8-12 fine"
      pos="fixed"
      bottom="1rem"
      left="50%"
      w="max-content"
      maw="calc(100vw - 2rem)"
      p="0.5rem 0.75rem"
      role="status"
      style={{ transform: 'translateX(-50%)', zIndex: 400, boxShadow: 'var(--mantine-shadow-md)' }}
    >
      <span className="quiet">Go to</span>
      {screens.map(({ path, title, goKey }) => (
        <span key={path} className="row gap-4 one-line">
          <Kbd size="xs">{goKey}</Kbd> {title}
        </span>
      ))}
    </Box>
  );
}

/** True for one character without a modifier; false for the space bar, which presses buttons. */
export function isSingleKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
