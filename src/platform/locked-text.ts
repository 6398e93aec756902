/** A text that only its code opens, as it is written into a file. */
interface Locked {
  kind: 'locked-text';
  version: 1;
  rounds: number;
  salt: string;
  iv: string;
  data: string;
}

/** Whether this browser can lock: without HTTPS it cannot. */
export function canLock(): boolean {
  return (crypto.subtle as SubtleCrypto | undefined) !== undefined;
}

/** A new code of twelve digits in three groups, to be written down. */
export function newCode(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint32Array(12)), (value) => value % 10).join('');
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Locks a text: AES-GCM under a key made slowly of the code (PBKDF2, as OWASP counts rounds). */
export async function lockText(text: string, code: string): Promise<string> {
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(16)), crypto.getRandomValues(new Uint8Array(12))];
  const key = await keyOf(code, { salt, rounds });
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text));
  const locked: Locked = {
    kind: 'locked-text',
    version: 1,
    rounds,
    salt: toText(salt),
    iv: toText(iv),
    data: toText(new Uint8Array(data)),
  };
  return JSON.stringify(locked);
}

/** Opens a locked text; `foreign` for a file that is none, `wrong` where the code does not fit or the file was changed. */
export async function unlockText(
  file: string,
  code: string,
): Promise<{ found: 'text'; text: string } | { found: 'foreign' | 'wrong' }> {
  const locked = parsed(file);
  if (!locked) return { found: 'foreign' };
  try {
    const key = await keyOf(code, { salt: fromText(locked.salt), rounds: locked.rounds });
    const iv = fromText(locked.iv);
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, fromText(locked.data));
    return { found: 'text', text: new TextDecoder().decode(bytes) };
  } catch (problem) {
    // What does not open says no more than that.
    if (problem instanceof DOMException) return { found: 'wrong' };
    throw problem;
  }
}

async function keyOf(code: string, { salt, rounds }: { salt: Uint8Array<ArrayBuffer>; rounds: number }) {
  const digits = new TextEncoder().encode(code.replace(/\D/g, ''));
  const secret = await crypto.subtle.importKey('raw', digits, 'PBKDF2', false, ['deriveKey']);
  return await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function parsed(file: string): Locked | null {
  try {
    const value = JSON.parse(file) as Partial<Locked> | null;
    const whole =
      value?.kind === 'locked-text' &&
      value.version === 1 &&
      Number.isInteger(value.rounds) &&
      (value.rounds ?? 0) > 0 &&
      (value.rounds ?? 0) <= roundsMost &&
      [value.salt, value.iv, value.data].every((part) => typeof part === 'string' && /^[A-Za-z0-9+/]+=*$/.test(part));
    return whole ? (value as Locked) : null;
  } catch {
    // No JSON: not ours.
    return null;
  }
}

function toText(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += portion) binary += String.fromCharCode(...bytes.subarray(at, at + portion));
  return btoa(binary);
}

const fromText = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const rounds = 600_000;
const roundsMost = 10_000_000;
const portion = 8192;
