/** Where a command writes to: a terminal, or a file that keeps every line. */
export interface Out {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Tells how far a command is, never backwards: on a terminal in one line that is written over, elsewhere in a line for each
 * further tenth. What is said beside it goes to a line of its own.
 */
export function percentLine(out: Out): { at: (percent: number) => void; say: (line: string) => void } {
  let told = 0;
  let open = false;
  return {
    at(percent) {
      const whole = Math.min(99, Math.floor(percent));
      if (whole < told + (out.isTTY ? 1 : 10)) return;
      told = out.isTTY ? whole : whole - (whole % 10);
      open = out.isTTY === true;
      out.write(open ? `\r${told} %` : `${told} %\n`);
    },
    say(line) {
      out.write(open ? `\r${line}\n` : `${line}\n`);
      open = false;
    },
  };
}
