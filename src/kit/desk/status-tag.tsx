import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Tone } from '#contract/kit/states.ts';

/** A status in its words and its tone: the same five everywhere, and the struck-through one (design §8). */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="desk-status tone" data-tone={tone}>
      {children}
    </span>
  );
}

/** The status of a record: a document's from its states, a master record's from the words of its choice. */
export function StatusOf({ definition, status }: { definition: AnyDefinition; status: unknown }) {
  const code = Number(status);
  const [label, , tone] = definition.states?.[code] ?? [];
  if (label !== undefined && tone !== undefined) return <StatusTag tone={tone}>{label}</StatusTag>;
  const words = definition.fields.status?.choices?.[code];
  return words === undefined ? null : <StatusTag tone={tones[words] ?? 'idle'}>{words}</StatusTag>;
}

/** Tones of the words that switches use (domain.md §12, "Status tag colours"). */
const tones: Readonly<Record<string, Tone>> = {
  启用: 'done',
  营业: 'done',
  筹备: 'waiting',
  待初始化: 'waiting',
  停业: 'refused',
  停用: 'idle',
};
