/** What a person of this machine calls the key that goes with a letter for a command: ⌘ on Apple's, Ctrl elsewhere. */
export function commandKey(letter: string): string {
  return /Mac|iP/.test(navigator.userAgent) ? `⌘${letter}` : `Ctrl ${letter}`;
}
