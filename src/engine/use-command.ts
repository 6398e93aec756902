import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Call } from '#contract/kit/call.ts';
import { newOpId } from '#src/wire/op-id.ts';
import { type Failure, isPassing, type Sent } from '#src/wire/sent.ts';
import { forget } from './query-keys.ts';
import { useWire } from './wire-context.tsx';

/** One write at a time, told truthfully. */
export interface Command<Out> {
  /** Sends; resolves to what became of it as soon as that is known. While an outcome is unknown, the same call with the same input is its next try. */
  run<In>(call: Call<In, Out>, input: In): Promise<Sent<Out>>;
  /** Sends the unknown one again: same call, same input, same op id. */
  retry(): Promise<Sent<Out>>;
  /** Stops asking what became of the unknown one. */
  giveUp(): void;
  /** A write is on its way, or what it has changed is being read again: until then a press would stand on what was before. */
  readonly running: boolean;
  /** The last send failed in this way; null after a success or a new start. */
  readonly failure: Failure | null;
  /** The server may have done it or not: sent again it keeps its op id (design §4). */
  readonly unknown: boolean;
}

/** A definition, or whatever else has a name under which it is read. */
type Named = { readonly name: string };

/**
 * A write of a definition, or of several that hang together: always the same object. The op id is made before the first
 * try and stays through refusals and retries of the same content; other content has one of its own, for the server
 * refuses an op id that it knows for something else. After a success everything read of them is read again: nobody waits
 * for that to be told of the success, and `running` lasts until it has ended, well or not.
 */
export function useCommand<Out>(about: Named | readonly Named[]): Command<Out> {
  const wire = useWire();
  const client = useQueryClient();
  const last = useRef<{ content: string | FormData; opId: string } | null>(null);
  const again = useRef<(() => Promise<Sent<Out>>) | null>(null);
  const sends = useRef(0);
  const [state, setState] = useState<{ running: boolean; failure: Failure | null }>(idle);

  const run = useCallback(
    async <In>(call: Call<In, Out>, input: In): Promise<Sent<Out>> => {
      const content = contentOf(call.path, input);
      const one = last.current?.content === content ? last.current : { content, opId: newOpId() };
      last.current = one;
      // Another write may be on its way by the end: it says itself when it is over.
      const readAgain = async (nth: number): Promise<void> => {
        await Promise.all([about].flat().map((one) => forget(client, one)));
        if (sends.current === nth) setState(idle);
      };
      const send = async (): Promise<Sent<Out>> => {
        sends.current += 1;
        const nth = sends.current;
        setState({ running: true, failure: null });
        const sent = await wire.send(call, input, { opId: one.opId });
        again.current = !sent.ok && isPassing(sent.failure) ? send : null;
        if (sent.ok && last.current === one) last.current = null;
        if (sent.ok) void readAgain(nth);
        else setState({ running: false, failure: sent.failure });
        return sent;
      };
      return await send();
    },
    [wire, client, about],
  );
  const retry = useCallback((): Promise<Sent<Out>> => {
    if (!again.current) throw new Error('nothing to retry');
    return again.current();
  }, []);
  const giveUp = useCallback(() => {
    again.current = null;
    last.current = null;
    setState(({ running }) => ({ running, failure: null }));
  }, []);
  return { run, retry, giveUp, ...state, unknown: state.failure !== null && isPassing(state.failure) };
}

// By value; a form with a file, which has none that could be compared, by itself.
function contentOf(path: string, input: unknown): string | FormData {
  return input instanceof FormData ? input : `${path} ${JSON.stringify(input)}`;
}

const idle = { running: false, failure: null };
