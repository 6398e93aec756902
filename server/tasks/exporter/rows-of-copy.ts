/** The rows of `COPY … (format text)` as they come, cell by cell; null is null. */
export async function* rowsOfCopy(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<(string | null)[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield cellsIn(line);
  }
  if (rest !== '') throw new Error('the rows of a COPY ended within a row');
}

// A line break or a tab of the data stands there escaped, so that both always separate.
function cellsIn(line: string): (string | null)[] {
  return line
    .split('\t')
    .map((cell) => (cell === '\\N' ? null : cell.includes('\\') ? cell.replace(/\\(.)/gs, plain) : cell));
}

const plain = (_escaped: string, letter: string): string => letters[letter] ?? letter;
const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
