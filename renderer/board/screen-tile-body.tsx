import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useScreens } from '../frame/index.ts';
import { screenOf, wordsOf } from './screen-of.ts';
import type { TileCardProps } from './types.ts';

/** A tile of another screen than Explore: what it is, and the way there. */
export function ScreenTileBody({ id, title, address, drawings }: TileCardProps) {
  const screen = screenOf(useScreens(), address);
  const said = wordsOf(address);
  const router = useRouter();
  useEffect(() => {
    const footer = [`${screen ?? 'A screen'}${said === '' ? '' : `: ${said}`}`];
    const words = { title, subtitle: '', legend: [], left: '', right: '', footer };
    drawings.set(id, () => ({ chart: undefined, words, rest: undefined }));
    return () => void drawings.delete(id);
  }, [drawings, id, title, screen, said]);
  if (screen === undefined)
    return (
      <div className="center fill low">
        <p className="quiet">Its address leads to no screen: {address}</p>
      </div>
    );
  return (
    <div className="center fill low">
      <div className="column gap-8" style={{ alignItems: 'center', padding: '0 1rem', textAlign: 'center' }}>
        <p className="strong">{screen}</p>
        {said !== '' && <p className="quiet fine breaks">{said}</p>}
        <Button
          variant="default"
          rightSection={<IconArrowUpRight size={15} stroke={1.6} />}
          onClick={() => router.history.push(address)}
        >
          Open
        </Button>
      </div>
    </div>
  );
}
