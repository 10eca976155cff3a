const MODIFIERS = new Set([
  'command',
  'cmd',
  'control',
  'ctrl',
  'commandorcontrol',
  'cmdorctrl',
  'alt',
  'option',
  'altgr',
  'shift',
  'super',
  'meta',
]);
const KEYS =
  /^([a-z0-9]|f([1-9]|1\d|2[0-4])|plus|space|tab|capslock|numlock|scrolllock|backspace|delete|insert|return|enter|up|down|left|right|home|end|pageup|pagedown|escape|esc|volumeup|volumedown|volumemute|printscreen|num\d|numdec|numadd|numsub|nummult|numdiv|[^a-z0-9\s])$/;

/** @throws Error where `text` is not an accelerator of Electron ('CmdOrCtrl+Shift+E' is one) */
export function checkAccelerator(text: string): void {
  const words = text.toLowerCase().split('+');
  const key = words.pop() ?? '';
  if (!KEYS.test(key) || words.some((word) => !MODIFIERS.has(word)))
    throw new Error(`'${text}' is no accelerator`);
}
