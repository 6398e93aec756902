/**
 * The pinyin initials of a text, small letters: 上海凌羽 is `shly`. Letters and digits stand for themselves, everything
 * else is left out. From the browser's own sorting of Chinese, so that it costs no dictionary; a character of several
 * readings has the one it is sorted by.
 */
export function initialsOf(text: string): string {
  return Array.from(text, initialOf).join('');
}

const known = new Map<string, string>();

function initialOf(character: string): string {
  const found = known.get(character) ?? find(character);
  known.set(character, found);
  return found;
}

function find(character: string): string {
  if (/^[a-z0-9]$/i.test(character)) return character.toLowerCase();
  if (!/^\p{Script=Han}$/u.test(character)) return '';
  // The first characters of each letter are in order: the last that does not come after this one has its letter.
  const place = firsts.findLastIndex(([first]) => pinyin.compare(first, character) <= 0);
  return firsts[place]?.[1] ?? '';
}

const pinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin');

/** The first character of each letter in the order of pinyin; no syllable begins with i, u or v. */
const firsts = Array.from('阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫帀', (first, place): [string, string] => [
  first,
  'abcdefghjklmnopqrstwxyz'[place] ?? '',
]);
