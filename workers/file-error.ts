/** A refusal that came in the shape of a file. */
export interface FileError {
  readonly code: number;
  readonly msg: string;
}

/**
 * Is this download really an error (specification §8, `fileError`)? By its first bytes: an object of JSON, small, with a
 * code other than 200. A file whose own content is JSON has no such code. Null for a file.
 */
export async function fileErrorOf(file: Blob): Promise<FileError | null> {
  if (file.size > mostBytes) return null;
  const text = (await file.text()).trimStart();
  if (!text.startsWith('{')) return null;
  try {
    const { code, msg, message } = JSON.parse(text) as Record<string, unknown>;
    if (typeof code !== 'number' || code === ok) return null;
    return { code, msg: [msg, message].find((words) => typeof words === 'string') ?? '' };
  } catch (problem) {
    // It only begins like JSON: a file.
    if (problem instanceof SyntaxError) return null;
    throw problem;
  }
}

/** An error is a sentence, not a book. */
const mostBytes = 65_536;
const ok = 200;
