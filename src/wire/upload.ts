import { headers as names } from '#contract/kit/call.ts';
import { timeouts } from '#contract/kit/limits.ts';
import { readAnswer } from './read-answer.ts';
import { failed, type Sent } from './sent.ts';

/** One file on its way to the file service, told while it goes. */
export interface Sending {
  /** Whole address of the call. */
  readonly url: string;
  /** Token of the caller. */
  readonly token: string;
  /** The same for every try (design §4). */
  readonly opId: string;
  readonly form: FormData;
  readonly signal: AbortSignal;
  /** Hears how much has gone, 0 to 1. */
  onPart(part: number): void;
}

/**
 * Sends a form with a file and tells how much of it has gone, which `fetch` cannot. Resolves in every case, like a call:
 * no answer, the caller's abort and the timeout are values.
 */
export function sendForm<Out>({ url, token, opId, form, signal, onPart }: Sending): Promise<Sent<Out>> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(failed({ kind: 'aborted' }));
      return;
    }
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const end = (sent: Sent<Out>) => {
      signal.removeEventListener('abort', abort);
      resolve(sent);
    };
    signal.addEventListener('abort', abort, { once: true });
    request.open('POST', url);
    request.timeout = timeouts.post;
    request.setRequestHeader(names.authorization, token);
    request.setRequestHeader(names.opId, opId);
    request.setRequestHeader(names.requestType, 'erp-web');
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onPart(loaded / total);
    };
    request.onload = () =>
      end(
        readAnswer<Out>({
          status: request.status,
          text: request.responseText,
          date: request.getResponseHeader('date'),
          retryAfter: request.getResponseHeader('retry-after'),
        }),
      );
    request.onerror = () => end(failed({ kind: 'offline' }));
    request.ontimeout = () => end(failed({ kind: 'timeout' }));
    request.onabort = () => end(failed({ kind: 'aborted' }));
    request.send(form);
  });
}
