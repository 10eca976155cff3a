import { Box, Kbd } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePreference } from '../api/index.ts';
import { isTyping } from './plain-keys.ts';
import { useScreens } from './screens-context.ts';

/** How long after G a letter goes to a screen. */
const WAIT_MS = 1500;

/**
 * G, then a letter, goes to a screen (`goKey` of its definition). Where a person has switched shortcuts of a single key off, no such key
 * comes through to any part of the page: the one place that reads this setting.
 */
export function GoKeys() {
  const screens = useScreens().filter(({ goKey }) => goKey !== undefined);
  const { history } = useRouter();
  const [hasSingleKeys] = usePreference('single_keys');
  const [isWaiting, setWaiting] = useState(false);
  const press = (event: KeyboardEvent) => {
    if (/^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
    const isGo = event.key.toLowerCase() === 'g' && !isWaiting;
    if (!isSingleKey(event) || isTyping(event)) return setWaiting(false);
    if (hasSingleKeys && !isGo && !isWaiting) return;
    // Before any other listener, so that the letter does nothing else on the screen.
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

/** @returns whether a key press is one letter, digit or sign by itself; the space bar is not, because it presses buttons. */
export function isSingleKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
