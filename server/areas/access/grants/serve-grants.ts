import { z } from 'zod';
import { type GrantSubject, grantCalls } from '#contract/areas/access/grant.ts';
import { limits } from '#contract/kit/limits.ts';
import { verdict } from '#contract/kit/transition.ts';
import type { Registry } from '#server/kit/registry.ts';
import { decide, withdraw } from './decide.ts';
import { listGrants } from './list.ts';
import { subjects } from './subjects.ts';

const id = z.int().min(1);

/** Serves the requests for rights: list, approve or reject, withdraw (amendments E, decision 0014). */
export function serveGrants(registry: Registry): void {
  const question = z.strictObject({
    state: z.int().min(0).max(3).optional(),
    mine: z.literal(true).optional(),
    subject: z.enum(Object.keys(subjects) as [GrantSubject, ...GrantSubject[]]).optional(),
    subject_id: id.optional(),
    page: z.int().min(1).max(1_000_000).optional(),
    page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
  });
  registry.read(grantCalls.list, question, (context, asked) => listGrants(context, asked));
  registry.write(grantCalls.withdraw, z.strictObject({ id }), (context, input) => withdraw(context, input.id));
  const decision = z
    .strictObject({
      id,
      result: z.union([z.literal(verdict.pass), z.literal(verdict.reject)]),
      remark: z.string().trim().max(limits.remark).nullish(),
    })
    .refine((value) => value.result === verdict.pass || Boolean(value.remark), {
      path: ['remark'],
      error: '请填写驳回原因',
    });
  for (const subject of Object.keys(subjects) as GrantSubject[])
    registry.write(grantCalls.decide[subject], decision, (context, input) => decide(context, subject, input));
}
