import { callsOf, type Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Wire } from '#src/wire/wire.ts';
import { read } from '../failure.ts';

interface Resolving {
  texts: readonly string[];
  /** Told after every answer: how many of the distinct texts are settled. */
  onProgress?: (done: number, of: number) => void;
  signal?: AbortSignal;
}

/**
 * Finds the records that pasted texts name, by title or hint (a SKU by any of its barcodes). What is not in the answer
 * is unknown. Throws CallFailed when the wire fails. A thousand texts to a question, so that progress can be told.
 */
export async function resolveOptions(
  wire: Wire,
  definition: AnyDefinition,
  resolving: Resolving,
): Promise<Map<string, Option>> {
  const texts = [...new Set(resolving.texts.map((text) => text.trim()).filter((text) => text !== ''))];
  const found = new Map<string, Option>();
  const call = callsOf(definition).options;
  for (let at = 0; at < texts.length; at += together) {
    const input = { texts: texts.slice(at, at + together) };
    const { list } = await read(wire, call, { input, ...(resolving.signal ? { signal: resolving.signal } : {}) });
    for (const option of list) if (option.text !== undefined) found.set(option.text, option);
    resolving.onProgress?.(Math.min(at + together, texts.length), texts.length);
  }
  return found;
}

const together = 1000;
