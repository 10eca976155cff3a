import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import { freeName, loadCode, namesOf, savedQuery, useFrozenCheck } from '../api/index.ts';
import type { SaveHereProps } from '../frame/types.ts';
import {
  addressPath,
  canShowInstant,
  keptAddress,
  openItem,
  openingAddress,
  setOpenItem,
  useOpenItem,
} from '../view/index.ts';
import { frozenWords, LOST, showsItem, showsNow, suggestedName } from './addresses.ts';
import { changed, useSave } from './saving.tsx';

const SaveDialog = lazy(async () => ({
  default: (await loadCode(() => import('./save-dialog.tsx'))).SaveDialog,
}));

const OWN = /^\/(saved|board)(\/|$)/;

/** Saves the screen's view, also with Ctrl-S. For an opened view, shows its name and whether it changed. */
export function SaveHere({ title, isComing }: SaveHereProps) {
  const address = useLocation({ select: ({ href }) => keptAddress(href.split('#', 1)[0] as string) });
  const path = addressPath(address);
  return OWN.test(path) ? (
    <IsStored key={path} what={path.startsWith('/board') ? 'A board is' : 'What you change here is'} />
  ) : (
    <SaveAddress title={title} address={address} isComing={isComing} />
  );
}

/** For a screen that stores each change at once: Ctrl-S only shows a message about it. */
function IsStored({ what }: { what: string }) {
  const [isMessageShown, setMessageShown] = useState(false);
  useSaveKey(() => setMessageShown(true));
  return (
    <span role="status" className="quiet fine one-line">
      {isMessageShown && `${what} saved automatically, at each change.`}
    </span>
  );
}

/** The address to save once its screen has loaded: the screen's arrival would remove a dialog. */
let wanted: string | undefined;

function SaveAddress({ title, address, isComing }: SaveHereProps & { address: string }) {
  const path = addressPath(address);
  const id = useOpenItem(path);
  const [isAsking, setAsking] = useState(!isComing && wanted === address);
  useEffect(() => {
    if (!isComing) wanted = undefined;
  }, [isComing]);
  const ask = () => {
    if (isComing) wanted = address;
    else setAsking(true);
  };
  // Loaded only if it is shown.
  const { data: items } = useQuery({ ...savedQuery, enabled: id !== undefined || isAsking });
  const item = items?.find((one) => one.id === id && one.deleted_at === null);
  const [message, setMessage] = useState('');
  const saving = useSave();
  const { history } = useRouter();
  const isChanged = item?.kind === 'view' && !showsItem(address, item);
  const canReplace = item?.kind === 'view' && item.content.frozen === null;
  const replace = async (): Promise<void> => {
    if (item?.kind !== 'view') return;
    const content = { ...item.content, address };
    const answer = await saving.save({ ...changed(item, {}), kind: 'view', content });
    if (answer?.state === 'saved') setMessage(`Saved “${answer.item.name}”.`);
    // The other window's version replaces the view; if it is in the bin, the view belongs to no item.
    else if (answer?.item.deleted_at === null) history.push(openItem(answer.item));
    else if (answer) setOpenItem(path, undefined);
  };
  useSaveKey(() => {
    if (item && isChanged && canReplace) void replace();
    else ask();
  });
  const name =
    item && !isChanged ? freeName(item.name, namesOf(items)) : (item?.name ?? suggestedName(address, title));
  return (
    <>
      {item?.kind === 'view' ? (
        <div className="row gap-6 shrink" data-saved>
          <span
            className="cut shrink one-line medium"
            title={item.note || item.name}
            style={{ maxWidth: '14rem' }}
          >
            {isChanged && (
              <span role="img" aria-label="Changed since it was saved:" className="accent">
                ●{' '}
              </span>
            )}
            {item.name}
          </span>
          <FrozenState item={item} shown={isChanged ? undefined : address} />
          {isChanged && canReplace && (
            <Button variant="default" size="compact-xs" h={24} onClick={() => void replace()}>
              Save
            </Button>
          )}
          {isChanged && (
            <Button variant="default" size="compact-xs" h={24} onClick={ask}>
              Save as
            </Button>
          )}
          <CloseButton
            size="sm"
            aria-label={`Continue without “${item.name}”`}
            onClick={() => setOpenItem(path, undefined)}
          />
        </div>
      ) : (
        <ActionIcon aria-label="Save this view" title="Save this view (Ctrl S)" onClick={ask}>
          <IconBookmarkPlus size={17} stroke={1.6} />
        </ActionIcon>
      )}
      <span role="status" className="unseen">
        {message}
      </span>
      {saving.problem !== undefined && !isAsking && (
        <span role="alert" className="error fine cut shrink" title={saving.problem}>
          {saving.problem}
        </span>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <SaveDialog
            address={address}
            name={name}
            folder={item?.folder ?? ''}
            saving={saving}
            onClose={() => {
              setAsking(false);
              saving.forgetProblem();
            }}
            onSaved={(stored) => {
              setAsking(false);
              setMessage(`Saved “${stored.name}”.`);
              if (stored.kind === 'view') setOpenItem(path, stored.id);
            }}
          />
        </Suspense>
      )}
      {saving.dialog}
    </>
  );
}

/** Shows whether a frozen view is as saved, and the way back. @param props.shown the item's address */
function FrozenState({ item, shown }: { item: SavedItem; shown: string | undefined }) {
  const { history } = useRouter();
  const frozen = item.kind === 'view' ? item.content.frozen : null;
  const address = item.kind === 'view' ? item.content.address : '';
  const { data: check } = useFrozenCheck(address, shown === undefined ? null : frozen);
  if (!check || !frozen || shown === undefined) return null;
  const isOfNow = showsNow(shown, check);
  return (
    <>
      <span
        role="status"
        className="chip one-line"
        title={check.state === 'lost' ? LOST : undefined}
        data-tone={check.state === 'same' ? 'current' : check.state === 'lost' ? 'lost' : 'due'}
      >
        <span aria-hidden />
        {frozenWords(check)}
        {isOfNow && ' · shown with current data'}
      </span>
      {isOfNow && canShowInstant(shown) && (
        <Button variant="default" size="compact-xs" h={24} onClick={() => history.push(openingAddress(item))}>
          Show as saved
        </Button>
      )}
    </>
  );
}

/** Calls `press` on Ctrl-S and ⌘-S, except in a dialog. */
function useSaveKey(press: () => void): void {
  const pressed = useEffectEvent(press);
  // A layout effect: the keys must work as soon as the button is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 's' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // Never opens the browser's own dialog, which would save the page's files.
      event.preventDefault();
      if (!document.querySelector('[role=dialog][aria-modal=true]')) pressed();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
