import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useOfferedActions, useScreenActions } from '../../../renderer/frame/hooks.ts';

function Found() {
  return useScreenActions().map(({ title }) => <li key={title}>{title}</li>);
}

function Offering({ title }: { title: string }) {
  useOfferedActions([{ id: title, title, detail: 'Action', words: '', run: () => undefined }]);
  return null;
}

test('an open search finds the actions that a screen offers later, until the screen goes', () => {
  const page = (screen?: string) => (
    <>
      <Found />
      {screen && <Offering key={screen} title={screen} />}
    </>
  );
  const { container, rerender } = render(page());
  expect(container.textContent).toBe('');
  rerender(page('Logarithmic axis'));
  expect(container.textContent).toBe('Logarithmic axis');
  rerender(page('Back up'));
  expect(container.textContent).toBe('Back up');
  rerender(page());
  expect(container.textContent).toBe('');
});
