/** One sentence for whoever sent a sheet: English on a terminal, Chinese on a screen. */
export interface BilingualMessage {
  readonly en: string;
  readonly zh: string;
}

/** Several sentences as one. */
export function joinMessages(said: readonly BilingualMessage[]): BilingualMessage {
  return { en: said.map((one) => one.en).join('; '), zh: said.map((one) => one.zh).join('；') };
}

/** A cell as a sentence shows it: what was found, not a megabyte of it. */
export function shown(text: string): string {
  return text.length > 40 ? `${cut(text, 40)}…` : text;
}

/** The beginning of a text, at most so many UTF-16 units long. Half a character, which no database takes, is left out. */
export function cut(text: string, most: number): string {
  const beginning = text.slice(0, most);
  return text.length > most && /[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning;
}
