import type { Call, Service } from '#contract/kit/call.ts';
import { timeouts } from '#contract/kit/limits.ts';
import type { Bases } from './bases.ts';
import { fileErrorOf } from './file-error.ts';
import { fileName } from './file-name.ts';
import { type Caller, headersFor, type Sender } from './headers.ts';
import { newOpId } from './op-id.ts';
import { noteSent } from './reach.ts';
import { type Answer, parseObject, readAnswer } from './read-answer.ts';
import { request } from './request.ts';
import { type Failure, failed, type Sent } from './sent.ts';

/** What a realm (window, worker, service worker) tells the wire about itself. */
export interface WireContext extends Sender {
  bases: Bases;
  /** The person signed in at this moment, or null. */
  caller(): Caller | null | Promise<Caller | null>;
  /** The session of the present caller is over; not called for a token that has been replaced meanwhile. */
  onSignedOut?(by: 'http' | 'body'): void;
  /** Number of calls running that do not hide the loading: the overlay is up while it is above 0 (specification §9). */
  onActivity?(running: number): void;
}

export interface SendOptions {
  /** Op id of a mutating call, when it must outlive this send; otherwise one is made before the first try. */
  opId?: string;
  signal?: AbortSignal;
  /** The specification's isHideLoadIng: no loading overlay; not counted in `onActivity`. */
  hideLoading?: boolean;
  /** The specification's dotUseMC: whoever asks puts a failure into words where decision 0044 wants them; no dialog of ours. */
  ownWords?: boolean;
  /** Milliseconds, instead of the call's own timeout (specification §3, "timeout"). */
  timeout?: number;
  /** Send in this person's name, whoever is signed in by now; null for nobody. */
  as?: Caller | null;
}

export interface Wire {
  /** Makes a call; resolves to the value or the failure, never rejects for either. */
  send<In, Out>(call: Call<In, Out>, input: In, options?: SendOptions): Promise<Sent<Out>>;
  /** Makes a call that answers a file. A JSON answer is a refusal in disguise and comes back as the failure it is. */
  file<In, Out>(call: Call<In, Out>, input: In, options?: SendOptions): Promise<Sent<{ blob: Blob; name: string }>>;
  /** Returns the body whatever its code, with no judgement (specification §8, "Caller asks for the raw body"). */
  raw(
    to: { service: Service; path: `/${string}` },
    input: unknown,
    options?: SendOptions,
  ): Promise<Sent<Record<string, unknown>>>;
}

/** Makes the wire of one realm. */
export function createWire(context: WireContext): Wire {
  let running = 0;
  const count = (change: number, { hideLoading }: SendOptions) => {
    if (hideLoading) return;
    running += change;
    context.onActivity?.(running);
  };

  async function exchange<T>(
    to: Target,
    input: unknown,
    options: SendOptions,
    read: (response: Response) => Promise<Sent<T>>,
  ): Promise<Sent<T>> {
    const opId = to.mutates ? (options.opId ?? newOpId()) : undefined;
    count(1, options);
    try {
      const caller = options.as === undefined ? await context.caller() : options.as;
      const url = context.bases[to.service] + to.path;
      const timeout = options.timeout ?? timeouts[to.timeout];
      const sent = await request(
        {
          url,
          headers: headersFor(context, caller, opId),
          input,
          timeout,
          signal: options.signal,
        },
        read,
      );
      noteSent(sent);
      if (!sent.ok && sent.failure.kind === 'signedOut' && caller)
        await tellSignedOut(context, caller, sent.failure.by);
      return sent;
    } finally {
      count(-1, options);
    }
  }

  return {
    send: <In, Out>(call: Call<In, Out>, input: In, options: SendOptions = {}) =>
      exchange<Out>(call, input, options, async (response) => readAnswer<Out>(await answerOf(response))),
    file: (call, input, options = {}) => exchange(call, input, options, readFile),
    raw: (to, input, options = {}) => exchange({ ...to, mutates: false, timeout: 'default' }, input, options, readRaw),
  };
}

type Target = Pick<Call, 'service' | 'path' | 'mutates' | 'timeout'>;

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    text,
    date: response.headers.get('date'),
    retryAfter: response.headers.get('retry-after'),
  };
}

async function readRaw(response: Response): Promise<Sent<Record<string, unknown>>> {
  const answer = await answerOf(response);
  const body = parseObject(answer.text);
  if (typeof body?.code === 'number') return { ok: true, value: body, serverTime: null };
  const judged = readAnswer<Record<string, unknown>>(answer);
  return judged.ok ? failed({ kind: 'unreadable', status: answer.status }) : judged;
}

async function readFile(response: Response): Promise<Sent<{ blob: Blob; name: string }>> {
  const type = response.headers.get('content-type') ?? '';
  const saves = response.headers.get('content-disposition') !== null;
  if (!response.ok || (!saves && /json|html/i.test(type))) {
    const judged = readAnswer<never>(await answerOf(response));
    return judged.ok ? failed({ kind: 'unreadable', status: response.status }) : judged;
  }
  const blob = await response.blob();
  const error = await fileErrorOf(blob);
  if (error) return failed(error);
  return { ok: true, value: { blob, name: fileName(response.headers.get('content-disposition')) }, serverTime: null };
}

async function tellSignedOut(
  context: WireContext,
  caller: Caller,
  by: Extract<Failure, { kind: 'signedOut' }>['by'],
): Promise<void> {
  const present = await context.caller();
  if (present?.token === caller.token) context.onSignedOut?.(by);
}
