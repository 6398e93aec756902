import { initialsOf } from './pinyin-initials.ts';

type Match = (text: string, typed: string) => unknown;

// Its dictionary is brought when somebody begins to search; initials are there before, and without it.
let match: Match | null = null;

/** Brings what reads whole syllables. Never rejects: without it initials are read alone. */
export async function readyPinyin(): Promise<void> {
  try {
    match ??= (await import('pinyin-match')).default.match;
  } catch (problem) {
    reportError(problem);
  }
}

/** Does a text answer to what is typed: a part of it, the first letters of its pinyin, or its syllables? */
export function answersTo(text: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  if (text.toLowerCase().includes(wanted) || initialsOf(text).includes(wanted)) return true;
  return match !== null && Boolean(match(text, wanted));
}
