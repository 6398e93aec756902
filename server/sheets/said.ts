/** One sentence for whoever sent a sheet: English on a terminal, Chinese on a screen. */
export interface Said {
  readonly en: string;
  readonly zh: string;
}

/** Several sentences as one. */
export function together(said: readonly Said[]): Said {
  return { en: said.map((one) => one.en).join('; '), zh: said.map((one) => one.zh).join('；') };
}

/** A cell as a sentence shows it: what was found, not a megabyte of it. */
export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
