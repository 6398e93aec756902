import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writeXlsx } from 'hucre/xlsx';
import { z } from 'zod';
import { fileTypes } from '#contract/areas/tasks/files.ts';
import type { SheetColumn } from '#contract/areas/tasks/import-column.ts';
import { templateColumns } from '#contract/areas/tasks/import-columns.ts';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importTypes } from '#contract/areas/tasks/task.ts';
import { templateFile, templateInfo } from '#contract/areas/tasks/templates.ts';
import { areas } from '#contract/areas.ts';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { attachment } from '#server/kit/file-answer.ts';
import { admittedBy, bases, type Frame, refused } from '#server/kit/frame.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

const version = 1;

/** Says what a template's columns are (specification §7). */
export function serveTemplates({ registry }: Kit): void {
  registry.read(
    templateInfo,
    z.strictObject({ tpl_code: z.string().max(limits.name) }),
    async (_context, { tpl_code }) => {
      const { name, columns } = templateOf(tpl_code);
      return {
        tpl_code,
        name,
        version,
        columns: columns.map(({ key, label, required, rule }) => ({ key, title: label, required, rule })),
      };
    },
  );
}

/** Mounts the saving of a template: a workbook with the heading, an example row, and what may stand in each column. */
export function mountTemplates(app: FastifyInstance, frame: Frame): void {
  const url = `${bases.erp}${templateFile.path}`;
  app.route({ method: ['GET', 'POST'], url, exposeHeadRoute: false, handler });

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.header('cache-control', 'no-store');
    try {
      await admittedBy(frame, request);
      const { tpl_code } = (request.method === 'GET' ? request.query : (request.body ?? {})) as { tpl_code?: unknown };
      const { name, columns } = templateOf(String(tpl_code ?? ''));
      const body = Buffer.from(await workbook(columns));
      return await reply
        .header('content-type', fileTypes.xlsx)
        .header('content-disposition', attachment(`${name}.xlsx`))
        .send(body);
    } catch (error) {
      const refusal = await refused(frame, request, error);
      reply.code(catalogue[refusal.kind].http).type('application/json; charset=utf-8');
      return { code: refusal.code, msg: refusal.message, result: null };
    }
  }
}

interface Template {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
}

/** A template of an import, or of the lines of a document. */
function templateOf(code: string): Template {
  const form = Object.values(importForms).find(({ template }) => template === code);
  if (form) return { name: `${importTypes[form.type]}模板`, columns: templateColumns(form) };
  const sheet = areas.flatMap(({ lineSheets = [] }) => lineSheets).find(({ template }) => template === code);
  if (!sheet) throw new Refusal('notFound', '没有这个模板', 'tpl_code');
  return { name: `${sheet.label}模板`, columns: sheet.columns };
}

/** The sheet that is filled in comes first: an import reads that one. */
async function workbook(columns: readonly SheetColumn[]): Promise<Uint8Array> {
  return await writeXlsx({
    sheets: [
      { name: '数据', rows: [columns.map(({ label }) => label), columns.map(({ example }) => example)] },
      {
        name: '填写说明',
        rows: [
          ['列', '必填', '说明', '也认得的表头'],
          ...columns.map(({ label, required, rule, aliases }) => [
            label,
            required ? '是' : '否',
            rule,
            aliases.join('、'),
          ]),
        ],
      },
    ],
  });
}
