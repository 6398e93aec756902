/**
 * The pinyin initials of names that a text may spell in full, the last syllable begun or whole: `lianyiqun` is `lyq`, `xian` is `x`
 * and `xa`. Of at least two syllables; broader than the language, as whatever is found by them is held against the text.
 */
export function initialsSpelledBy(text: string): string[] {
  // From the end: what can follow each place is known before it is asked for, however often texts repeat themselves.
  const following: Set<string>[] = [];
  for (let at = text.length - 1; at >= 0; at -= 1) following[at] = readingsFrom(text, { at, following });
  return [...(following[0] ?? [])].filter((initials) => initials.length > 1);
}

function readingsFrom(text: string, { at, following }: { at: number; following: readonly Set<string>[] }): Set<string> {
  const initial = text.charAt(at);
  const found = new Set(beginsSyllable.test(text.slice(at)) ? [initial] : []);
  for (let end = at + 1; end < Math.min(text.length, at + longest + 1); end += 1) {
    if (!syllable.test(text.slice(at, end))) continue;
    for (const rest of following[end] ?? []) if (found.size < mostReadings) found.add(initial + rest);
  }
  return found;
}

/** More ways to read one text than any that people type. */
const mostReadings = 24;

/** Letters of `zhuang`. */
const longest = 6;

const start = '(?:[zcs]h|[bpmfdtnlgkhjqxryzcsw])';
const finals =
  'a ai an ang ao o ong ou e ei en eng er v ve i ia ian iang iao ie in ing iong iu u ua uai uan uang ue ui un uo'.split(
    ' ',
  );

const syllable = new RegExp(`^(?:${start}(?:${finals.join('|')})|a|ai|an|ang|ao|e|ei|en|eng|er|o|ou)$`);
const beginnings = [...new Set(finals.flatMap((one) => Array.from(one, (_, at) => one.slice(0, at + 1))))];
const beginsSyllable = new RegExp(`^(?:${start}(?:${beginnings.join('|')})?|[aoe]|ai|ang?|ao|ei|eng?|er|ou)$`);
