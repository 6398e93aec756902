import { readSession } from '#src/platform/session.ts';
import { loadBases } from '#src/wire/bases.ts';
import { type Downloaded, fetchDownload } from '#src/wire/download.ts';
import { failed, type Sent } from '#src/wire/sent.ts';

interface Bringing {
  readonly signal: AbortSignal;
  /** Bytes that may be held; of a larger file nothing is read (`tooLarge`). */
  readonly most: number;
  /** Hears how much has come, 0 to 1. */
  onPart?(part: number): void;
}

/** Brings a file of the download host into the page. */
export async function bringFile(path: string, { onPart = () => {}, ...bringing }: Bringing): Promise<Sent<Downloaded>> {
  const token = readSession()?.token;
  if (token === undefined) return failed({ kind: 'signedOut', by: 'http' });
  const { download } = await loadBases();
  return await fetchDownload({ base: download, path, token, onPart, ...bringing });
}
