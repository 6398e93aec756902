import { type Call, headers } from '#contract/kit/call.ts';

/** What a call came to: its result, or why not and whether the same again may come through. */
export type Sent<Out> =
  | { readonly ok: true; readonly result: Out }
  | { readonly ok: false; readonly passes: boolean; readonly msg: string };

/** Somebody who is signed in at a running server. */
export interface Office {
  ask<In, Out>(call: Call<In, Out>, input: In, opId?: string): Promise<Sent<Out>>;
  /** The same for what must work. */
  read<In, Out>(call: Call<In, Out>, input: In): Promise<Out>;
}

/** Codes after which the same is asked again: too much at once, busy, a fault of the house. */
const passing: readonly number[] = [4029, 5003, 5000];

/** Signs in by password, as a person does. Throws where that is refused. */
export async function openOffice(
  url: string,
  { username, password }: { username: string; password: string },
): Promise<Office> {
  const post = async (path: string, body: unknown, more: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { code: number; msg: string; result: unknown; data?: { token: string } | null };
  };
  const { data, msg } = await post('/api/acl/login', { appid: 'erp', username, password });
  if (!data) throw new Error(`${username} cannot sign in: ${msg}`);
  const signed = { [headers.authorization]: data.token };
  const ask: Office['ask'] = async (call, input, opId = crypto.randomUUID()) => {
    try {
      const {
        code,
        msg: words,
        result,
      } = await post(`/api/${call.service}${call.path}`, input, {
        ...signed,
        ...(call.mutates ? { [headers.opId]: opId } : {}),
      });
      return code === 200
        ? { ok: true, result: result as never }
        : { ok: false, passes: passing.includes(code), msg: words };
    } catch (error) {
      return { ok: false, passes: true, msg: String(error) };
    }
  };
  return {
    ask,
    async read(call, input) {
      const sent = await ask(call, input);
      if (!sent.ok) throw new Error(`${call.path}: ${sent.msg}`);
      return sent.result;
    },
  };
}
