/** A tag that the reader has seen (api.csv `tagReader`). */
export interface SeenTag {
  readonly EPC: string;
  readonly RSSI: number | null;
}

/** Why the reader told nothing, for a person. */
export type ReaderAnswer =
  | { readonly ok: true; readonly tags: readonly SeenTag[] }
  | { readonly ok: false; readonly words: string };

/**
 * Reads what lies on the reader, through the helper that its maker installs on this computer (specification §3: MemoryBank EPC,
 * ExcludeDuplication true). The helper answers when it has read for a while, each tag once.
 */
export async function readTagsBy(port: number, ask: typeof fetch = fetch): Promise<ReaderAnswer> {
  try {
    const response = await ask(`http://127.0.0.1:${port}/start`, {
      method: 'POST',
      // A plain body asks the helper for no permission before the call.
      body: JSON.stringify({ MemoryBank: 'EPC', ExcludeDuplication: true }),
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) return { ok: false, words: `读写器服务返回 ${response.status}` };
    const tags = readSeen(await response.json());
    return tags ? { ok: true, tags } : { ok: false, words: '读写器服务的返回无法识别' };
  } catch {
    return { ok: false, words: `没有连上本机的读写器服务（端口 ${port}），请确认已启动` };
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

/** Milliseconds: a box of tags takes seconds to be read. */
const patience = 20_000;
