import { callsOf, type Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Wire } from '#src/wire/wire.ts';
import { read } from './failure.ts';

interface Resolving {
  texts: readonly string[];
  /** Told after every answer: how many of the distinct texts are settled. */
  onProgress?: (done: number, of: number) => void;
  signal?: AbortSignal;
}

/**
 * Finds the records that pasted texts name: by title or hint, upper and lower case alike, or as the only one that the
 * server finds (a SKU by any of its barcodes). What is not in the answer is unknown. Throws CallFailed when the wire
 * fails. Asks once for every distinct text, a few at a time: the options call takes one keyword.
 */
export async function resolveOptions(wire: Wire, definition: AnyDefinition, resolving: Resolving): Promise<Map<string, Option>> {
  const texts = [...new Set(resolving.texts.map((text) => text.trim()).filter((text) => text !== ''))];
  const found = new Map<string, Option>();
  const call = callsOf(definition).options;
  let next = 0;
  let done = 0;
  async function worker(): Promise<void> {
    for (let text = texts[next++]; text !== undefined; text = texts[next++]) {
      const input = { keyword: text, page_size: 20 };
      const { list } = await read(wire, call, { input, ...(resolving.signal ? { signal: resolving.signal } : {}) });
      const match = list.find((option) => same(option.title, text)) ?? list.find((option) => same(option.hint, text)) ?? only(list);
      if (match) found.set(text, match);
      done += 1;
      resolving.onProgress?.(done, texts.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(together, texts.length) }, worker));
  return found;
}

/** Questions under way at once. */
const together = 4;

function only(list: readonly Option[]): Option | undefined {
  return list.length === 1 ? list[0] : undefined;
}

function same(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
