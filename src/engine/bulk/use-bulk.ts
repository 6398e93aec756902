import { useMemo, useState } from 'react';
import { type BulkOrdered, bulkCalls, bulkFields } from '#contract/kit/bulk.ts';
import { missingWords } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { limits } from '#contract/kit/limits.ts';
import { isPassing } from '#src/wire/sent.ts';
import { wordsOf } from '../failure.ts';
import { plainValues } from '../form/values.ts';
import type { Values } from '../row.ts';
import { tasks } from '../tasks.ts';
import { useCommand } from '../use-command.ts';
import { useSeen } from '../use-seen.ts';
import type { SheetRows } from './read-sheet.ts';
import { type NamedTarget, readTargets, type TargetsRead } from './read-targets.ts';
import { ordersOf, useBulkLook } from './use-bulk-look.ts';

/** What a person has put together: whom they mean, and what is to be written. */
export interface BulkDraft {
  /** Numbers or titles, typed or pasted. */
  readonly keys: readonly string[];
  readonly sheet: SheetRows | null;
  readonly picked: ReadonlySet<string>;
  readonly values: Values;
}

const untouched: BulkDraft = { keys: [], sheet: null, picked: new Set(), values: {} };
const noRows: TargetsRead = { targets: [], names: [], ignored: [] };

/** A change of many records as it is put together, looked at and ordered; `settled` is what is written, where nobody is asked. */
export function useBulk(declared: AnyDefinition, chosen: readonly number[], settled?: Values) {
  const definition = useSeen(declared);
  const fields = useMemo(() => bulkFields(definition), [definition]);
  const [begun] = useState<BulkDraft>(() =>
    settled ? { ...untouched, picked: new Set(Object.keys(settled)), values: settled } : untouched,
  );
  const [draft, setDraft] = useState(begun);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [ordered, setOrdered] = useState<BulkOrdered | null>(null);
  const looking = useBulkLook(definition);
  const command = useCommand<BulkOrdered>(tasks);
  const rows = draft.sheet?.rows;
  const read = useMemo(() => (rows ? readTargets(definition, rows) : noRows), [definition, rows]);
  const sheet = 'words' in read ? noRows : read;
  const targets = useMemo(() => inOneList(chosen, draft.keys, sheet.targets), [chosen, draft.keys, sheet]);
  const { failure } = looking;
  const refused = failure?.kind === 'refused' ? failure.field?.split('.') : undefined;
  const named = refused?.[0] === 'fields' && refused[1] !== undefined && refused[1] in fields ? refused[1] : '';

  return {
    definition,
    fields,
    draft,
    change(part: Partial<BulkDraft>) {
      setDraft((before) => ({ ...before, ...part }));
      setErrors({});
      looking.clear();
    },
    /** Records that are meant, those of the list among them; at most the cap is looked at. */
    count: targets.length,
    /** Those beyond the cap, which are cut. */
    cut: Math.max(0, targets.length - limits.pastedEntries) + (draft.sheet?.cut ?? 0),
    sheet,
    sheetWords: 'words' in read ? read.words : null,
    errors: failure ? { ...errors, [named]: wordsOf(failure) } : errors,
    looking,
    async look() {
      const wrong =
        'words' in read ? { '': read.words } : wrongOf(fields, draft, { count: targets.length, names: sheet.names });
      setErrors(wrong);
      if (Object.keys(wrong).length > 0) return;
      await looking.look(targets.slice(0, limits.pastedEntries), writtenOf(fields, draft));
    },
    command,
    async order() {
      const { bulk } = definition;
      const sent = await command.run(bulkCalls(definition).order, {
        ...(bulk?.path ? { type: bulk.type } : {}),
        rows: ordersOf(looking.rows ?? []),
        fields: writtenOf(fields, draft),
      });
      if (sent.ok) setOrdered(sent.value);
      // Of unknown outcome it is sent again or given up.
      else if (!isPassing(sent.failure)) setErrors({ '': wordsOf(sent.failure) });
    },
    async retry() {
      const sent = await command.retry();
      if (sent.ok) setOrdered(sent.value);
    },
    /** The batch that the order became. */
    ordered,
    dirty: ordered === null && draft !== begun,
  };
}

export type BulkView = ReturnType<typeof useBulk>;

function inOneList(ids: readonly number[], keys: readonly string[], rows: readonly NamedTarget[]): NamedTarget[] {
  const own = [...ids.map((id) => ({ id })), ...keys.map((key) => ({ key }))];
  // A sheet alone keeps the numbers of its rows, by which they are found there.
  if (own.length === 0) return [...rows];
  return [...own, ...rows.map(({ target }) => target)].map((target, place) => ({ row: place + 1, target }));
}

/** What is written into every row: what is ticked. */
function writtenOf(fields: Fields, { picked, values }: BulkDraft): Values {
  return plainValues(Object.fromEntries(Object.entries(fields).filter(([name]) => picked.has(name))), values);
}

function wrongOf(
  fields: Fields,
  draft: BulkDraft,
  { count, names }: { count: number; names: readonly string[] },
): Record<string, string> {
  if (count === 0) return { '': '请选择要修改的记录' };
  if (draft.picked.size === 0 && names.length === 0) return { '': '请勾选要修改的内容' };
  const written = Object.entries(writtenOf(fields, draft));
  return Object.fromEntries(
    written.flatMap(([name, value]) => {
      const field = fields[name];
      return field?.required === true && value === null ? [[name, missingWords(field)]] : [];
    }),
  );
}
