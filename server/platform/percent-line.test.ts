import { expect, it } from 'vitest';
import { percentLine } from './percent-line.ts';

function written(isTTY: boolean): string {
  let text = '';
  const line = percentLine({ isTTY, write: (more: string) => (text += more) });
  for (const percent of [0, 4, 4.9, 3, 37.5, 100]) line.at(percent);
  line.say('85 tables');
  line.say('done');
  return text;
}

it('is one line on a terminal, written over by what is said next', () => {
  expect(written(true)).toBe('\r4 %\r37 %\r99 %\r85 tables\ndone\n');
});

it('is a line for each further tenth where every line is kept', () => {
  expect(written(false)).toBe('30 %\n90 %\n85 tables\ndone\n');
});
