import { z } from 'zod';
import { attachmentCalls } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Kit } from '../serve-entity.ts';
import { attachFiles } from './attach-files.ts';
import { detachFile } from './detach-file.ts';
import { listAttachments } from './list-attachments.ts';

const recordId = z.int().min(1);
const fileId = z.string().regex(/^[0-9a-f]{32}$/, '文件编号格式不正确');

/** Serves the files of a definition's records, where it declares that they carry some. */
export function serveAttachments({ registry }: Pick<Kit, 'registry'>, definition: AnyDefinition): void {
  const calls = attachmentCalls(definition);
  if (!calls) return;
  const kind = z.enum(Object.keys(definition.attachments?.kinds ?? {}));
  registry.read(calls.list, z.strictObject({ id: recordId }), (context, { id }) =>
    listAttachments(context, definition, id),
  );
  registry.write(
    calls.attach,
    z.strictObject({
      id: recordId,
      files: z
        .array(z.strictObject({ id: fileId, kind }))
        .min(1)
        .max(limits.attachments),
    }),
    (context, asked) => attachFiles(context, definition, asked),
  );
  registry.write(calls.detach, z.strictObject({ id: recordId, file_id: fileId }), (context, asked) =>
    detachFile(context, definition, asked),
  );
}
