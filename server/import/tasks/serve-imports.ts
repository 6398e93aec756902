import { sql } from 'kysely';
import { z } from 'zod';
import { goodsImport, importSpuCall } from '#contract/areas/goods/imports.ts';
import { guessColumns } from '#contract/areas/tasks/import-columns.ts';
import { everyImport } from '#contract/areas/tasks/import-kinds.ts';
import {
  type ImportKind,
  type ImportOrder,
  type ImportStart,
  importOptionFields,
} from '#contract/areas/tasks/imports.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { cut } from '#server/sheets/bilingual-message.ts';
import type { SheetPreview } from '#server/sheets/sheet-preview.ts';
import { queueTask } from '#server/tasks/add-task.ts';
import { readOwn } from '#server/tasks/task-row.ts';
import { fileId, orderSchema, orderWords } from './import-payload.ts';
import { readResult } from './import-result.ts';
import { optionsFor, refuseOptions } from './option-access.ts';
import { refuseLimited } from './refuse-limited.ts';

/** Serves the calls of imports: each kind has its own, with its own key (decision 0022). */
export function serveImports({ registry, numbers }: Kit): void {
  for (const kind of everyImport) {
    const schema = orderSchema(kind);
    registry.read(kind.start, z.strictObject({ file_id: fileId }), (context, { file_id }) =>
      start(context, kind, file_id),
    );
    const queued = (dry_run: boolean) => async (context: WriteContext, asked: ImportOrder) => {
      refuseLimited(context.actor);
      refuseOptions(asked.options, context.actor);
      const upload = await ownUpload(context, asked.file_id);
      refuseBeyond(asked, upload.preview);
      await checkReferences(context.db, context.actor, { fields: importOptionFields, records: [{ ...asked.options }] });
      const name = cut(`${dry_run ? '试运行' : '导入'}：${upload.name}`, limits.name);
      return await queueTask(context, numbers, { type: kind.type, name, payload: { ...asked, dry_run } });
    };
    registry.write(kind.check, schema, queued(true), orderWords);
    registry.write(kind.apply, schema, queued(false), orderWords);
    registry.read(kind.result, z.strictObject({ task_id: z.int().min(1) }), async (context, { task_id }) => {
      const task = await readOwn(context.db, context, task_id);
      if (task.data_type !== kind.type) throw new Refusal('notFound');
      return { result: (await readResult(context.db, task_id)) ?? null };
    });
    if (kind === goodsImport) {
      registry.write(
        importSpuCall,
        z.strictObject({ file_key: fileId, skip_errors: z.literal([0, 1]).optional() }) as never,
        async (context, { file_key: file_id, skip_errors = 0 }) => {
          const { mapping } = await start(context, kind, file_id);
          const asked = schema.safeParse({
            file_id,
            mapping,
            options: { fold_case: true, skip_errors: skip_errors === 1 },
          });
          if (!asked.success) throw new Refusal('invalid', asked.error.issues[0]?.message, 'file_key');
          const { id: batch_id, serial_no } = await queued(false)(context, asked.data);
          return { batch_id, serial_no };
        },
      );
    }
  }
}

async function start(context: ReadContext, kind: ImportKind, file: string): Promise<ImportStart> {
  refuseLimited(context.actor);
  const { name, size, preview } = await ownUpload(context, file);
  const heading = [...preview.heading];
  return {
    name,
    size,
    heading,
    rows: preview.rows.map((row) => [...row]),
    mapping: guessColumns(kind.form, heading),
    options: optionsFor(kind, context.actor),
  };
}

function refuseBeyond({ mapping }: ImportOrder, { heading }: SheetPreview): void {
  const beyond = Object.entries(mapping).find(([, index]) => index !== undefined && index >= heading.length);
  if (beyond) throw new Refusal('invalid', '表格没有这一列', `mapping.${beyond[0]}`);
}

async function ownUpload(
  { db, actor }: ReadContext | WriteContext,
  file: string,
): Promise<{ name: string; size: number; preview: SheetPreview }> {
  const { rows } = await sql<{ name: string; size: number; preview: SheetPreview }>`
    select name, size, preview from stored_file where file_id = ${file} and admin_id = ${actor.id} and purpose = 'import' and ready`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Refusal('notFound', '文件不存在或已过期，请重新上传', 'file_id');
  return row;
}
