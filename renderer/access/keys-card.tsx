import {
  ActionIcon,
  Box,
  Button,
  CloseButton,
  Flex,
  Menu,
  Progress,
  Skeleton,
  TextInput,
  Tooltip,
} from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconCopy,
  IconDots,
  IconHistory,
  IconKey,
  IconPlus,
  IconRefreshDot,
  IconSearch,
} from '@tabler/icons-react';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ApiKeyLine, ApiKeys, CreatedKey } from '../../service/contract/access.ts';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { useAccessActions, type useApiKeys, useAppState } from '../api/index.ts';
import { HelpLink, LoadFailed, NEW_KEY, Notice } from '../frame/index.ts';
import { useAction } from '../programs/index.ts';
import styles from './access.module.css';
import { Card } from './card-parts.tsx';
import { CallsDialog, focusSoon, GenerateDialog, RevokeDialog, ShownKeyDialog } from './key-dialogs.tsx';
import {
  clientName,
  daysSince,
  findKeys,
  foundText,
  keyAge,
  keyName,
  keyState,
  maskedKey,
  relativeText,
  sortKeys,
  utcText,
  withoutKey,
} from './key-line.ts';
import { VaultLine } from './vault-line.tsx';

const route = getRouteApi('/access');
/** The `data-focus` of the button that makes a key. */
const GENERATE = 'generate-key';
/** The `data-focus` of a key's menu button. */
const menuName = (id: string) => `key-menu-${id}`;

type KeyDialog = 'calls' | 'rotate' | 'revoke';
type OpenDialog =
  | { dialog: 'generate'; rotated?: { old: ApiKeyLine; created: CreatedKey } }
  | { dialog: 'revoke' | 'calls'; id: string };

/** The tools' keys with a search, the vault's state, and the dialogs that make, revoke and show keys. */
export function KeysCard(props: {
  answer: ReturnType<typeof useApiKeys>;
  now: number;
  announce: (text: string) => void;
}) {
  const { now, announce } = props;
  const { data, error, refetch } = props.answer;
  const navigate = route.useNavigate();
  const wantsKey = useLocation({ select: ({ hash }) => hash === NEW_KEY });
  const [open, setOpen] = useState<OpenDialog | undefined>(wantsKey ? { dialog: 'generate' } : undefined);
  const [typed, setTyped] = useState('');
  const copyKey = useCopyKey(announce);
  const create = useAction(useAccessActions().createKey);
  const baseUrl = useAppState().data?.base_url ?? '';
  const keys = sortKeys(data?.keys ?? []);
  const found = findKeys(keys, typed);
  const chosen = open && 'id' in open ? keys.find(({ id }) => id === open.id) : undefined;
  const failure = copyKey.error ?? create.error;
  const generate = () => setOpen({ dialog: 'generate' });

  /** Makes a second key with the same label. Both are valid until one is revoked. */
  async function rotate(old: ApiKeyLine): Promise<void> {
    const created = await create.run(old.label, old.is_for_fred);
    if (created) setOpen({ dialog: 'generate', rotated: { old, created } });
  }

  function close(focusName: string): void {
    setOpen(undefined);
    // A reload must not open the dialog again.
    if (wantsKey) void navigate({ search: (before) => before, hash: '', replace: true });
    focusSoon(focusName);
  }

  const tools = (
    <>
      {keys.length > 0 && (
        <TextInput
          flex="0 1 16rem"
          aria-label="Which key is it? Label, key or its last characters"
          placeholder="Which key? Label, or paste its end"
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(withoutKey(event.currentTarget.value))}
          rightSection={
            typed !== '' && (
              <CloseButton size="xs" aria-label="Clear the search" onClick={() => setTyped('')} />
            )
          }
        />
      )}
      <Button
        data-focus={GENERATE}
        leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
        disabled={!data}
        onClick={generate}
      >
        Generate key
      </Button>
    </>
  );
  return (
    <>
      <Card
        id="keys"
        title="Keys"
        beside={<HelpLink to="/guide/limits" about="limits" />}
        note={countText(keys)}
        tools={tools}
      >
        <p role="status" className={`accent ${styles.found}`}>
          {foundText(found, typed)}
        </p>
        {failure !== undefined && (
          <Notice
            tone="failure"
            action={
              <CloseButton
                size="sm"
                aria-label="Dismiss"
                onClick={() => {
                  copyKey.forgetError();
                  create.forgetError();
                }}
              />
            }
          >
            {failure}
          </Notice>
        )}
        {error && !data && (
          <LoadFailed onRetry={() => void refetch()}>
            The keys could not be loaded: {error.message}
          </LoadFailed>
        )}
        {!data && !error && <Skeleton height={260} m="sm" width="auto" />}
        {data && keys.length === 0 && <NoKeys onGenerate={generate} />}
        {data && found.length > 0 && (
          <Box className="slides">
            <table className={`data-table ${styles.table}`} aria-label="API keys">
              <KeyTableHead />
              <tbody>
                {found.map((line) => (
                  <KeyRow
                    key={line.id}
                    line={line}
                    age={keyAge(line, keys)}
                    limits={data.limits}
                    now={now}
                    isFound={typed.trim() !== ''}
                    isCopied={copyKey.copied === line.id}
                    onCopy={() => copyKey.copy(line)}
                    onOpen={(dialog) =>
                      dialog === 'rotate' ? void rotate(line) : setOpen({ dialog, id: line.id })
                    }
                  />
                ))}
              </tbody>
            </table>
          </Box>
        )}
        {data && <VaultLine vault={data.vault} announce={announce} />}
      </Card>
      {open?.dialog === 'generate' && (
        <GenerateDialog
          baseUrl={baseUrl}
          now={now}
          rotated={open.rotated}
          onClose={(made) => {
            if (made) announce(`The key “${made.label}” is in the list.`);
            close(open.rotated ? menuName(open.rotated.old.id) : GENERATE);
          }}
        />
      )}
      {open?.dialog === 'revoke' && chosen && (
        <RevokeDialog
          line={chosen}
          keys={keys}
          now={now}
          onClose={() => close(menuName(chosen.id))}
          onRevoked={(message) => {
            announce(message);
            close(menuName(chosen.id));
          }}
        />
      )}
      {open?.dialog === 'calls' && chosen && (
        <CallsDialog line={chosen} onClose={() => close(menuName(chosen.id))} />
      )}
      {copyKey.shown && (
        <ShownKeyDialog
          label={copyKey.shown.line.label}
          value={copyKey.shown.key}
          onClose={() => {
            copyKey.forget();
            focusSoon(menuName(copyKey.shown?.line.id ?? ''));
          }}
        />
      )}
    </>
  );
}

/**
 * Copies a stored key to the clipboard. If the browser refuses the clipboard, `shown` has the key until
 * `forget`: a browser allows the clipboard only for some seconds after a click, and the keychain may ask the
 * user first.
 */
function useCopyKey(announce: (text: string) => void) {
  const { copyKey } = useAccessActions();
  const [copied, setCopied] = useState<string>();
  const [shown, setShown] = useState<{ line: ApiKeyLine; key: string }>();
  const { run, error, forgetError } = useAction(async (line: ApiKeyLine) => {
    const { key } = await copyKey(line.id);
    try {
      await navigator.clipboard.writeText(key);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setShown({ line, key });
      return;
    }
    setCopied(line.id);
    announce(`The key “${line.label}” is copied.`);
  });
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (line: ApiKeyLine) => void run(line);
  return { copy, copied, shown, forget: () => setShown(undefined), error, forgetError };
}

function countText(keys: readonly ApiKeyLine[]): string {
  const revoked = keys.filter((key) => key.revoked_at !== null).length;
  if (keys.length === 0) return '';
  return `${keys.length - revoked} valid${revoked > 0 ? `, ${revoked} revoked` : ''}`;
}

function NoKeys({ onGenerate }: { onGenerate: () => void }) {
  return (
    <Flex className="ruled" direction="column" align="center" gap="xs" p="1.5rem 1rem 1.75rem" ta="center">
      <IconKey size={28} stroke={1.5} aria-hidden color="var(--accent-text)" />
      <h3 className="large strong">No key yet</h3>
      <Box component="p" className="quiet" maw="34rem" mb="xs">
        A key lets another tool on this computer, such as Python, R, Excel or a script, read the same data
        that you see here. Make one for each tool: then you see what each tool asks for, and can revoke one
        without the others.
      </Box>
      <Button size="sm" onClick={onGenerate}>
        Generate your first key
      </Button>
    </Flex>
  );
}

function KeyTableHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col">State</th>
        <th scope="col">Last used</th>
        <th scope="col" title="Requests to economic data counted in this UTC day, and the limit of a key">
          Today (UTC)
        </th>
        <th
          scope="col"
          title="Requests to economic data counted in this clock minute, and the limit of a key"
        >
          This minute
        </th>
        <th scope="col">Created</th>
        <th scope="col">
          <span className="unseen">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/** A key's row: label, state, last client, and usage against the limits. */
function KeyRow(props: {
  line: ApiKeyLine;
  age: 'newer' | 'older' | undefined;
  limits: ApiKeys['limits'];
  now: number;
  /** True if a search has narrowed the list. */
  isFound: boolean;
  isCopied: boolean;
  onCopy: () => void;
  onOpen: (dialog: KeyDialog) => void;
}) {
  const { line, age, now, limits, isCopied, onCopy } = props;
  const name = keyName(line, age);
  const plainName = age === undefined ? line.label : `${line.label} (${age})`;
  const isRevoked = line.revoked_at !== null;
  return (
    <tr data-revoked={isRevoked || undefined} data-found={props.isFound || undefined}>
      <th scope="row">
        <div className={`row gap-6 ${styles.keyLabel}`}>
          <span className="cut">{line.label}</span>{' '}
          {age && (
            <span
              className="chip one-line"
              data-tone={age === 'newer' ? 'active' : 'idle'}
              title={`${age === 'newer' ? 'The newest' : 'An older one'} of several valid keys with this label`}
            >
              {age}
            </span>
          )}
        </div>
        <div className={`row gap-4 quiet fine ${styles.masked}`}>
          <code className="mono">{maskedKey(line)}</code>
          {!isRevoked && line.is_kept && (
            <Tooltip label={isCopied ? 'Copied' : 'Copy key'}>
              <ActionIcon size={22} aria-label={`Copy the key ${name}`} onClick={onCopy}>
                {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.6} />}
              </ActionIcon>
            </Tooltip>
          )}
          {!isRevoked && !line.is_kept && (
            <Box
              component="span"
              className="quiet"
              ml={6}
              title="This key cannot be copied again: it was made on the command line, or could not be stored."
            >
              not kept here
            </Box>
          )}
        </div>
        {line.is_for_fred && (
          <div className={`quiet fine ${styles.masked}`}>FRED’s clients only: /fred and /graph</div>
        )}
      </th>
      <td>
        <StateChip line={line} now={now} />
      </td>
      <td>
        {line.last_used_at === null ? (
          <span className="quiet">Never</span>
        ) : (
          <Moment iso={line.last_used_at} now={now} />
        )}
        <div className="sub" title={line.last_client ?? undefined}>
          {line.last_client !== null && clientName(line.last_client)}
        </div>
      </td>
      <td>{!isRevoked && <UseMeter used={line.today} limit={limits.day} what={`${plainName}, today`} />}</td>
      <td>
        {!isRevoked && (
          <UseMeter used={line.this_minute} limit={limits.minute} what={`${plainName}, this minute`} />
        )}
      </td>
      <td>
        <Moment iso={line.created_at} now={now} />
      </td>
      <td className={styles.menuCell}>
        <KeyMenu line={line} name={name} onCopy={onCopy} onOpen={props.onOpen} />
      </td>
    </tr>
  );
}

function StateChip({ line, now }: { line: ApiKeyLine; now: number }) {
  const state = keyState(line, now);
  const text = {
    active: 'Active',
    unused: 'Never used',
    idle: `Idle ${countOf(daysSince(line.last_used_at ?? line.created_at, now), 'day')}`,
    revoked: 'Revoked',
  }[state];
  return (
    <>
      <span className="chip one-line" data-tone={state}>
        <span aria-hidden />
        {text}
      </span>
      {line.revoked_at !== null && <div className="sub">{relativeText(line.revoked_at, now)}</div>}
    </>
  );
}

/** A time such as '3 days ago', with the exact time (UTC) as its title. */
function Moment({ iso, now }: { iso: string; now: number }) {
  return (
    <time dateTime={iso} title={utcText(iso)}>
      {relativeText(iso, now)}
    </time>
  );
}

/** The used share of a limit, as numbers and a bar. @param props.what 'Excel, today' */
function UseMeter({ used, limit, what }: { used: number; limit: number; what: string }) {
  const share = limit > 0 ? Math.min(100, (100 * used) / limit) : 0;
  return (
    <div className={styles.meter}>
      <Box component="span" className="fine block" mb="0.25rem">
        {groupDigits(String(used))}
        <span className="quiet"> / {groupDigits(String(limit))}</span>
      </Box>
      <Progress.Root size={4}>
        <Progress.Section
          value={share}
          color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'accent'}
          aria-label={`${what}: ${used} of ${limit} requests`}
        />
      </Progress.Root>
    </div>
  );
}

/** The actions on a key. @param props.name distinguishes keys with the same label */
function KeyMenu(props: {
  line: ApiKeyLine;
  name: string;
  onCopy: () => void;
  onOpen: (dialog: KeyDialog) => void;
}) {
  const { line, onOpen } = props;
  const isRevoked = line.revoked_at !== null;
  const icon = { size: 16, stroke: 1.6 };
  return (
    <Menu width={190} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon data-focus={menuName(line.id)} aria-label={`Actions for ${props.name}`} title="Actions">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isRevoked && (
          <Menu.Item leftSection={<IconCopy {...icon} />} disabled={!line.is_kept} onClick={props.onCopy}>
            {line.is_kept ? 'Copy key' : 'Copy key (not kept)'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => onOpen('calls')}>
          Recent calls
        </Menu.Item>
        {!isRevoked && (
          <>
            <Menu.Item leftSection={<IconRefreshDot {...icon} />} onClick={() => onOpen('rotate')}>
              Rotate
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item className="error" leftSection={<IconBan {...icon} />} onClick={() => onOpen('revoke')}>
              Revoke
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
