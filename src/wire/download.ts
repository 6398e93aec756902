import { headers as names } from '#contract/kit/call.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { timeouts } from '#contract/kit/limits.ts';
import { fileErrorOf } from './file-error.ts';
import { fileName } from './file-name.ts';
import { readAnswer } from './read-answer.ts';
import { failed, type Sent } from './sent.ts';

/** One file of the download host, to be held in the page. */
export interface Download {
  /** The host and the path under it, as a task names it. */
  readonly base: string;
  readonly path: string;
  /** Token of the caller. */
  readonly token: string;
  readonly signal: AbortSignal;
  /** Bytes that may be held; more is refused before it is read. */
  readonly most: number;
  /** What lies there never changes: the browser may keep it as long as its host says. */
  readonly lasting?: boolean;
  /** Hears how much has come, 0 to 1, where the host says how much there is. */
  onPart(part: number): void;
}

export interface Downloaded {
  readonly blob: Blob;
  /** As the host names it; may be empty. */
  readonly name: string;
}

/** Fetches a file with the Authorization header. Resolves in every case, like a call; an answer of JSON is a refusal. */
export async function fetchDownload(download: Download): Promise<Sent<Downloaded>> {
  const late = AbortSignal.timeout(timeouts.export);
  try {
    const response = await fetch(`${download.base}/${download.path.replace(/^\/+/, '')}`, {
      headers: { [names.authorization]: download.token },
      redirect: 'error',
      cache: download.lasting === true ? 'default' : 'no-store',
      signal: AbortSignal.any([download.signal, late]),
    });
    return await readFile(response, download);
  } catch (problem) {
    if (late.aborted) return failed({ kind: 'timeout' });
    if (download.signal.aborted) return failed({ kind: 'aborted' });
    // fetch and body reading reject with TypeError when the network fails; all else is our own mistake.
    if (problem instanceof TypeError) return failed({ kind: 'offline' });
    throw problem;
  }
}

async function readFile(response: Response, { most, onPart }: Download): Promise<Sent<Downloaded>> {
  const disposition = response.headers.get('content-disposition');
  if (!response.ok || disposition === null) {
    const judged = readAnswer<never>({
      status: response.status,
      text: await response.text(),
      date: response.headers.get('date'),
      retryAfter: response.headers.get('retry-after'),
    });
    return judged.ok ? failed({ kind: 'unreadable', status: response.status }) : judged;
  }
  const size = Number(response.headers.get('content-length') ?? 0);
  if (size > most) return tooLarge();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    held += value.length;
    if (held > most) return tooLarge();
    if (size > 0) onPart(held / size);
  }
  const blob = new Blob(pieces);
  const error = await fileErrorOf(blob);
  return error ? failed(error) : { ok: true, value: { blob, name: fileName(disposition) }, serverTime: null };
}

function tooLarge(): Sent<never> {
  const { code, words } = catalogue.tooLarge;
  return failed({ kind: 'refused', refusal: 'tooLarge', code, msg: words, field: null });
}
