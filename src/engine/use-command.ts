import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Call } from '#contract/kit/call.ts';
import { newOpId } from '#src/wire/op-id.ts';
import { type Failure, isPassing, type Sent } from '#src/wire/sent.ts';
import { forget } from './query-keys.ts';
import { useWire } from './wire-context.tsx';

/** One write at a time, told truthfully. */
export interface Command<Out> {
  /** Sends; resolves to what became of it. While an outcome is unknown, the same call with the same input is its next try. */
  run<In>(call: Call<In, Out>, input: In): Promise<Sent<Out>>;
  /** Sends the unknown one again: same call, same input, same op id. */
  retry(): Promise<Sent<Out>>;
  /** Stops asking what became of the unknown one. */
  giveUp(): void;
  readonly running: boolean;
  /** The last send failed in this way; null after a success or a new start. */
  readonly failure: Failure | null;
  /** The server may have done it or not: sent again it keeps its op id (design §4). */
  readonly unknown: boolean;
}

/**
 * A write of a definition, or of whatever else has a name under which it is read. The op id is made before the first try
 * and stays through refusals and retries of the same content; other content has one of its own, for the server refuses an
 * op id that it knows for something else. After a success everything read of the definition is read again.
 */
export function useCommand<Out>(definition: { readonly name: string }): Command<Out> {
  const wire = useWire();
  const client = useQueryClient();
  const last = useRef<{ content: string | FormData; opId: string } | null>(null);
  const again = useRef<(() => Promise<Sent<Out>>) | null>(null);
  const [state, setState] = useState<{ running: boolean; failure: Failure | null }>(idle);

  const run = useCallback(
    async <In>(call: Call<In, Out>, input: In): Promise<Sent<Out>> => {
      const content = contentOf(call.path, input);
      const one = last.current?.content === content ? last.current : { content, opId: newOpId() };
      last.current = one;
      const send = async (): Promise<Sent<Out>> => {
        setState({ running: true, failure: null });
        const sent = await wire.send(call, input, { opId: one.opId });
        again.current = !sent.ok && isPassing(sent.failure) ? send : null;
        if (sent.ok && last.current === one) last.current = null;
        setState({ running: false, failure: sent.ok ? null : sent.failure });
        if (sent.ok) await forget(client, definition);
        return sent;
      };
      return await send();
    },
    [wire, client, definition],
  );
  const retry = useCallback((): Promise<Sent<Out>> => {
    if (!again.current) throw new Error('nothing to retry');
    return again.current();
  }, []);
  const giveUp = useCallback(() => {
    again.current = null;
    last.current = null;
    setState(idle);
  }, []);
  return { run, retry, giveUp, ...state, unknown: state.failure !== null && isPassing(state.failure) };
}

// By value; a form with a file, which has none that could be compared, by itself.
function contentOf(path: string, input: unknown): string | FormData {
  return input instanceof FormData ? input : `${path} ${JSON.stringify(input)}`;
}

const idle = { running: false, failure: null };
