import { CloseButton } from '@mantine/core';

/** Takes the place of an explanation where the address names a number that is not on the screen. */
export function NoNumber({ word, onClose }: { word: string; onClose: () => void }) {
  return (
    <div className="row gap-8 spread" style={{ padding: '0.75rem 1rem' }}>
      <p>There is no number ‘{word}’ in this view of these lists.</p>
      <CloseButton aria-label="Close the explanation" onClick={onClose} />
    </div>
  );
}
