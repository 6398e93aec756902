import type { NewTask } from '#contract/areas/tasks/calls.ts';
import type { Pair, Span, TaskForm } from '#contract/areas/tasks/form.ts';
import { isGiven } from '#contract/kit/given.ts';
import type { FormErrors } from '#src/engine/form/errors.ts';
import type { Values } from '#src/engine/row.ts';

/** A part of a form, in the order in which a person goes through it. */
export type Block =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'pair'; readonly pair: Pair; readonly alone: boolean }
  | { readonly kind: 'span'; readonly span: Span };

/** What was typed, and which span of time was chosen where a form lets one choose. */
export interface TaskDraft {
  readonly values: Values;
  readonly span: string | null;
}

/** The parts that these values leave to be shown: what must be there first, then the spans of time, the filters, the pairs. */
export function layoutOf(form: TaskForm, { values, span: chosen }: TaskDraft): readonly Block[] {
  const hidden = new Set(form.hidden(values));
  const inSpans = new Set(form.spans.flatMap(({ from, to }) => [from, to]));
  const names = Object.keys(form.definition.fields).filter((name) => !hidden.has(name) && !inSpans.has(name));
  const first = names.filter((name) => isFirst(form, name));
  const spans = form.spans.filter(
    ({ label, from }) =>
      !hidden.has(from) && (!form.oneSpan || !form.oneSpan.names.includes(label) || label === chosen),
  );
  return [
    ...first.map(plain),
    ...spans.map((span): Block => ({ kind: 'span', span })),
    ...names.filter((name) => !first.includes(name) && !isPaired(form, name)).map(plain),
    ...form.pairs.filter(({ type }) => names.includes(type)).map((pair) => pairOf(pair, values)),
  ];
}

/**
 * The draft after a change, with everything emptied that is no longer shown: another kind of export hides fields, another
 * span of time takes the place of the first, and a choice that stands alone has no value.
 */
export function changedDraft(form: TaskForm, before: TaskDraft, change: Partial<TaskDraft>): TaskDraft {
  const draft = { ...before, ...change };
  const shown = new Set(layoutOf(form, draft).flatMap(namesIn));
  const { fields } = form.definition;
  const values = Object.fromEntries(
    Object.entries(draft.values).map(([name, value]) =>
      name in fields && !shown.has(name) ? [name, fields[name]?.initial ?? null] : [name, value],
    ),
  );
  return { ...draft, values };
}

/**
 * The errors where a person sees them: what is said of a span of time in whose place another was chosen is said of that
 * one, and what is said of anything else that is not shown, of the whole form.
 */
export function errorsInSight(form: TaskForm, draft: TaskDraft, errors: FormErrors): FormErrors {
  const shown = layoutOf(form, draft).flatMap(namesIn);
  const inPlace = form.spans.filter(({ label }) => form.oneSpan?.names.includes(label));
  const chosen = inPlace.find(({ label }) => label === draft.span);
  const placeOf = (path: string): string => {
    const name = path.split('.')[0] ?? '';
    if (shown.includes(name)) return path;
    return inPlace.some(({ from, to }) => from === name || to === name) ? (chosen?.from ?? '') : '';
  };
  // Of two that fall together the first stands.
  return Object.fromEntries(
    Object.entries(errors)
      .map(([path, words]) => [placeOf(path), words] as const)
      .reverse(),
  );
}

/** The names of the fields that a part fills in. */
export function namesIn(block: Block): readonly string[] {
  if (block.kind === 'field') return [block.name];
  if (block.kind === 'span') return [block.span.from, block.span.to];
  return block.alone ? [block.pair.type] : [block.pair.type, block.pair.value];
}

const format = 'format' satisfies keyof NewTask;

// The name of the task, its format, and whatever the kind of export cannot do without.
function isFirst({ definition }: TaskForm, name: string): boolean {
  return name === format || definition.fields[name]?.required === true;
}

const isPaired = ({ pairs }: TaskForm, name: string): boolean =>
  pairs.some(({ type, value }) => type === name || value === name);

const plain = (name: string): Block => ({ kind: 'field', name });

function pairOf(pair: Pair, values: Values): Block {
  const type = values[pair.type];
  return { kind: 'pair', pair, alone: isGiven(type) && (pair.alone ?? []).includes(type as string | number) };
}
