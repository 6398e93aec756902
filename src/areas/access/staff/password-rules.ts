import { limits } from '#contract/kit/limits.ts';

/** One rule of the policy on what has been typed so far. `open`: nothing typed, or only the server can tell. */
export interface RuleState {
  readonly words: string;
  readonly state: 'kept' | 'broken' | 'open';
}

type Names = readonly (string | null | undefined)[];

/**
 * The password policy (amendments F) as far as a browser can tell it while somebody types: its length in characters,
 * and that more is left of it than the person's own names. Whether it is a common one the server alone knows.
 */
export function passwordRules(password: string, names: Names): RuleState[] {
  const length = charactersOf(password);
  const judged = (broken: boolean): RuleState['state'] => (length === 0 ? 'open' : broken ? 'broken' : 'kept');
  return [
    {
      words: `至少 ${limits.passwordLeast} 个字符（现在 ${length}）`,
      state: judged(length < limits.passwordLeast),
    },
    { words: `不超过 ${limits.passwordMost} 个字符`, state: judged(length > limits.passwordMost) },
    { words: '不只是账号、姓名、工号、手机号的拼凑', state: judged(isNames(password, names)) },
    { words: '不是常见密码（保存时由系统核对）', state: 'open' },
  ];
}

/** The first rule that is broken, in words for the input; undefined when the server may be asked. */
export function brokenRule(password: string, names: Names): string | undefined {
  if (password === '') return '密码不能为空';
  const length = charactersOf(password);
  if (length < limits.passwordLeast) return `密码至少 ${limits.passwordLeast} 个字符`;
  if (length > limits.passwordMost) return `密码不能超过 ${limits.passwordMost} 个字符`;
  return isNames(password, names) ? '密码不能只是账号、姓名、工号、手机号的拼凑' : undefined;
}

/** A first password nobody guesses and a person can read out: five groups of four, no signs that look alike. */
export function freshPassword(bytes: Uint8Array): string {
  const signs = Array.from(bytes.slice(0, 20), (byte) => alphabet.charAt(byte % alphabet.length));
  return signs.map((sign, index) => (index > 0 && index % 4 === 0 ? `-${sign}` : sign)).join('');
}

// 32 signs, so that a byte chooses each equally often.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** As many different characters must be left without the names as the server's policy asks for. */
const leastLeft = 6;

function isNames(password: string, names: Names): boolean {
  let rest = plain(password);
  for (const name of names.map((one) => plain(one ?? ''))) if (name.length >= 2) rest = rest.replaceAll(name, '');
  return new Set(rest).size < leastLeft;
}

// Characters as the policy counts them: what a person sees as one.
function charactersOf(password: string): number {
  return Array.from(password.normalize('NFKC')).length;
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
