import { z } from 'zod';
import { callsOf, type Detailed, type Saved } from '#contract/kit/calls.ts';
import { type AnyDefinition, savesByOneCall } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { eitherSaveSchema, listSchema, optionsSchemaOf, saveSchema } from '#contract/kit/schema.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { StockPolicies } from '#server/ledger/policies.ts';
import { allowedOf } from './allowed.ts';
import { serveAttachments } from './attachments/serve-attachments.ts';
import type { ReadContext, WriteContext } from './call-context.ts';
import { exportRows } from './export-list.ts';
import { type Line, readLines } from './lines.ts';
import { listRows } from './list-query.ts';
import type { Numbers } from './numbering.ts';
import { readOptions, readRecord } from './read-record.ts';
import type { Hiding, Registry } from './registry.ts';
import { type RemoveHooks, removeRecord } from './remove-record.ts';
import { addRecord, editRecord, type SaveHooks, type Values } from './save-record.ts';
import { seenSchema } from './seen-schema.ts';
import { shownHistory } from './shown-history.ts';
import { changeStatus, type StatusHooks } from './status.ts';
import type { DocumentHooks } from './step.ts';

/** What a served definition needs of the house. */
export interface Kit {
  readonly registry: Registry;
  readonly numbers: Numbers;
  /** What the areas have to say about postings. */
  readonly policies: StockPolicies;
}

export interface ShowHooks {
  /**
   * What this caller may not see of a record and its lines (a blind count's book). Runs on every detail, and on every row of a
   * list and of its export, without lines; such a field must not be filtered, ordered or summed by.
   */
  present?(
    context: ReadContext,
    record: Record<string, unknown>,
    lines: Line[],
  ): { record: Record<string, unknown>; lines: Line[] };
  /** The same of a row of the list as a condition, for files that the database writes; goes with `present`. */
  hiding?: Hiding;
  /** Segments of the calls besides transitions that this caller may make of this record now, for its detail. */
  opens?(context: ReadContext, record: Record<string, unknown>): string[];
}

/** What a save leads to in its transaction, before it is answered. */
export type AfterSave = (context: WriteContext, saved: Saved, input: Values) => Promise<Saved>;

export type EntityHooks<D extends AnyDefinition = AnyDefinition> = SaveHooks<D> &
  StatusHooks<D> &
  RemoveHooks<D> &
  ShowHooks;

/** Serves list, detail, options, add, edit, status and removal of a definition: those verbs that it spells. */
export function serveEntity<D extends AnyDefinition>(
  kit: Kit,
  definition: D,
  special: EntityHooks<D> & Pick<DocumentHooks<D>, 'transitions'> = {},
  follow: AfterSave = async (_context, saved) => saved,
): void {
  const { registry, numbers } = kit;
  // What is special about a definition is given its own records.
  const hooks = special as unknown as EntityHooks & Pick<DocumentHooks, 'transitions'>;
  const { calls: spelled } = definition;
  const calls = callsOf(definition);
  const one = z.strictObject({ id: z.int().min(1) });

  if (spelled.list) {
    if (hooks.present && !hooks.hiding)
      throw new Error(`${definition.name} hides fields from pages and not from files`);
    registry.lists(definition, hooks.hiding);
    registry.read(
      calls.list,
      seenSchema(definition, listSchema),
      async (context, asked) => {
        const question = { actor: context.actor, asked };
        const seen = seenBy(definition, context.actor);
        const shown = (row: Record<string, unknown>) => hooks.present?.(context, row, []).record ?? row;
        if (asked.export) return (await exportRows(context, seen, { asked, shown })) as never;
        const answer = await listRows(context.db, seen, question);
        if (!definition.states) return { ...answer, list: answer.list.map(shown) } as never;
        const allowed = await allowedOf(context, { definition, hooks }, answer.list);
        return { ...answer, list: answer.list.map((row, at) => ({ ...shown(row), allowed: allowed[at] })) } as never;
      },
      definition,
    );
  }
  if (spelled.detail) {
    registry.read(calls.detail, one, async (context, { id }) => {
      const { actor } = context;
      const seen = seenBy(definition, actor);
      const record = await readRecord(context.db, seen, { actor, id });
      if (!record) throw new Refusal('notFound');
      const lines = definition.lines ? await readLines(context.db, seen, { actor, ownerId: id }) : [];
      const audit = await shownHistory(context, { definition, seen, id });
      const shown = hooks.present?.(context, record, lines) ?? { record, lines };
      return {
        ...shown.record,
        ...(definition.lines ? { lines: shown.lines } : {}),
        audit,
        allowed: {
          ...(await allowedOf(context, { definition, hooks }, [record]))[0],
          ...(hooks.opens ? { calls: hooks.opens(context, record) } : {}),
        },
      } as unknown as Detailed<AnyDefinition>;
    });
  }
  serveAttachments(kit, definition);
  if (spelled.options) {
    registry.read(
      calls.options,
      seenSchema(definition, optionsSchemaOf),
      (context, input) =>
        readOptions(context.db, seenBy(definition, context.actor), { actor: context.actor, asked: input }),
      definition,
    );
  }
  const add = async (context: WriteContext, input: Values): Promise<Saved> =>
    await follow(context, await addRecord(context, { definition, input, hooks, numbers }), input);
  const edit = async (context: WriteContext, input: Values): Promise<Saved> =>
    await follow(context, await editRecord(context, { definition, input, hooks, numbers }), input);
  if (savesByOneCall(definition)) {
    const either = async (context: WriteContext, input: Values): Promise<Saved> =>
      await (input.id === undefined ? add : edit)(context, input);
    registry.write(calls.add, seenSchema(definition, eitherSaveSchema), either, definition);
  } else {
    const schema = (mode: 'add' | 'edit') => seenSchema(definition, (seen) => saveSchema(seen, mode));
    if (spelled.add) registry.write(calls.add, schema('add'), add, definition);
    if (spelled.edit) registry.write(calls.edit, schema('edit'), edit, definition);
  }
  if (spelled.status) {
    const field = definition.fields.status;
    if (!field) throw new Error(`${definition.name} serves status but has no such field`);
    const asked = z.strictObject({
      ids: z.array(z.int().min(1)).min(1).max(limits.pastedEntries),
      status: field.kind.schema(z, field) as z.ZodType<number>,
    });
    registry.write(calls.status, asked, (context, { ids, status }) =>
      changeStatus(context, { definition, ids, status, hooks }),
    );
  }
  if (spelled.remove) {
    const asked = z.strictObject({ id: z.int().min(1), version: z.int().min(1) });
    registry.write(
      calls.remove,
      asked,
      (context, { id, version }) => removeRecord(context, { definition, id, version, hooks }),
      definition,
    );
  }
}
