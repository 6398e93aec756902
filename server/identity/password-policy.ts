import { readFileSync } from 'node:fs';
import { limits } from '#contract/kit/limits.ts';

/**
 * What is wrong with a new password, in words for its owner; undefined when nothing is (amendments F, NIST 800-63B-4):
 * `least` (15, or 8 beside a second factor) to 128 characters of any sort, and enough of it left when the words that everybody tries first, keyboard walks,
 * years and the person's own names are taken out. No rule of composition.
 */
export function weaknessOf(
  password: string,
  names: readonly string[],
  least: number = limits.passwordLeast,
): string | undefined {
  const length = Array.from(password.normalize('NFKC')).length;
  if (length < least) return `密码至少 ${least} 个字符`;
  if (length > limits.passwordMost) return `密码不能超过 ${limits.passwordMost} 个字符`;
  const readings = [plain(password), plain(unmask(password))];
  const beyond =
    Math.min(...readings.map((reading) => distinctBeyond(reading, names))) + new Set(password.match(pictures)).size;
  return beyond < leastDistinct ? '密码过于常见，或含有账号、公司名称等容易猜到的词，请换一个' : undefined;
}

const leastDistinct = 6;

// Signs of ASCII are what people hang on a word; a picture is worth a letter.
const pictures = /[^\p{L}\p{N}\p{M}\p{Z}\p{P}\p{ASCII}]/gu;

const words = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(plain);

const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
];
const steps = [...walks, ...walks.map((walk) => walk.split('').reverse().join(''))];

/** Different characters that are left when everything guessable is out. */
function distinctBeyond(text: string, names: readonly string[]): number {
  const known = [...words, ...names.map(plain).filter((name) => name.length >= 2)].sort(
    (one, other) => other.length - one.length,
  );
  let rest = text;
  for (const word of known) rest = rest.replaceAll(word, ' ');
  rest = withoutWalks(rest).replace(/(?:19|20)\d\d/g, ' ');
  return new Set(rest.replaceAll(' ', '')).size;
}

// Four neighbours or more, in either direction.
function withoutWalks(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    const length = longestStep(text, at);
    rest += length >= 4 ? ' ' : text.slice(at, at + 1);
    at += length >= 4 ? length : 1;
  }
  return rest;
}

function longestStep(text: string, at: number): number {
  let length = 1;
  while (at + length < text.length && steps.some((step) => step.includes(text.slice(at, at + length + 1)))) length += 1;
  return length;
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** `P@ssw0rd` is `password`. */
function unmask(text: string): string {
  return text.toLowerCase().replace(/[@4$5031!7]/g, (sign) => masks[sign] ?? sign);
}

const masks: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  $: 's',
  '5': 's',
  '0': 'o',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '7': 't',
};
