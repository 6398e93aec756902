/** A tag that the reader has seen (api.csv `tagReader`). */
export interface SeenTag {
  readonly EPC: string;
  readonly RSSI: number | null;
}

/** Why the reader told nothing, for a person. */
export type ReaderAnswer =
  | { readonly ok: true; readonly tags: readonly SeenTag[] }
  | { readonly ok: false; readonly words: string };

/** How a helper is asked: by what, and until when somebody wants to know. */
export interface Asking {
  readonly ask?: typeof fetch;
  readonly signal?: AbortSignal;
}

/** Where a helper is; browsers let a page of ours reach this computer alone (server/platform/http.ts). */
export const readerAddress = (port: number): string => `http://127.0.0.1:${port}`;

/**
 * Reads what lies on the reader, through the helper that its maker installs on this computer (specification §7: MemoryBank EPC,
 * ExcludeDuplication true). The helper answers when it has read for a while, each tag once.
 */
export async function readTagsBy(port: number, { ask = fetch, signal }: Asking = {}): Promise<ReaderAnswer> {
  const late = AbortSignal.timeout(patience);
  try {
    const response = await ask(`${readerAddress(port)}/start`, {
      method: 'POST',
      // A plain body asks the helper for no permission before the call.
      body: JSON.stringify({ MemoryBank: 'EPC', ExcludeDuplication: true }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (!response.ok) return { ok: false, words: `读写器服务返回 ${response.status}` };
    const tags = readSeen(parsed(await response.text()));
    return tags ? { ok: true, tags } : { ok: false, words: '读写器服务的返回无法识别' };
  } catch {
    return { ok: false, words: late.aborted ? `读写器服务 ${patience / 1000} 秒没有回应` : notReached(port) };
  }
}

/** What the helper says of itself, cut to a line. */
export async function readerStatus(
  port: number,
  { ask = fetch }: Asking = {},
): Promise<{ readonly ok: boolean; readonly words: string }> {
  const late = AbortSignal.timeout(statusPatience);
  try {
    const response = await ask(`${readerAddress(port)}/status`, { signal: late });
    if (!response.ok) return { ok: false, words: `读写器服务返回 ${response.status}` };
    const text = (await response.text()).trim();
    // Something else of this computer may listen on the port.
    if (text.startsWith('<')) return { ok: false, words: `端口 ${port} 上的不是读写器服务` };
    return { ok: true, words: saidIn(parsed(text)).slice(0, statusLength) };
  } catch {
    return {
      ok: false,
      words: late.aborted ? `读写器服务 ${statusPatience / 1000} 秒没有回应` : notReached(port),
    };
  }
}

/** The list of tags, plain or under the name that some helpers give it; undefined for anything else. */
export function readSeen(answer: unknown): SeenTag[] | undefined {
  const list = Array.isArray(answer) ? answer : inside(answer);
  if (!list) return undefined;
  const seen = new Map<string, SeenTag>();
  for (const one of list) {
    const epc: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'EPC') : undefined;
    if (typeof epc !== 'string' || epc === '') return undefined;
    const rssi: unknown = Reflect.get(one as object, 'RSSI');
    const name = epc.replace(/\s+/g, '').toUpperCase();
    seen.set(name, { EPC: name, RSSI: typeof rssi === 'number' ? rssi : null });
  }
  return [...seen.values()];
}

function inside(answer: unknown): unknown[] | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  for (const name of ['result', 'data', 'body']) {
    const found: unknown = Reflect.get(answer, name);
    if (Array.isArray(found)) return found;
  }
  return undefined;
}

/** The words of an answer whose shape its maker keeps to himself; empty where it has none. */
function saidIn(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  if (typeof answer !== 'object' || answer === null) return '';
  return ['version', 'msg', 'message', 'status', 'body']
    .map((name): unknown => Reflect.get(answer, name))
    .filter((one) => typeof one === 'string' && one !== '')
    .join(' · ');
}

/** What is no JSON is what it says. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const notReached = (port: number): string =>
  `没有连上本机的读写器服务（端口 ${port}）：请确认已启动，浏览器询问时允许访问本机`;

/** Milliseconds: a box of tags takes seconds to be read. */
const patience = 20_000;
const statusPatience = 3_000;
const statusLength = 60;
