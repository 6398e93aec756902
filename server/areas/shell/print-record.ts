import { z } from 'zod';
import { Refusal } from '#contract/kit/errors.ts';
import { printRecordCall, type RegisteredPrint } from '#contract/kit/printing.ts';
import { printings } from '#contract/printings.ts';
import { allows } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { registerPrint } from '#server/kit/register-print.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Registers prints of whatever an area says is printed (`/v1/common/printRecord`): by whoever may print it and sees it. */
export function servePrintRecord({ registry }: Pick<Kit, 'registry'>): void {
  registry.asksWithin(printings.map(({ access }) => access));
  const names = new Set(printings.map(({ definition }) => definition.name));
  registry.write(printRecordCall, z.strictObject({ doc_type: z.enum([...names]), doc_id: z.int().min(1) }), register);
}

interface Asked {
  doc_type: string;
  doc_id: number;
}

async function register(context: WriteContext, { doc_type, doc_id }: Asked): Promise<RegisteredPrint> {
  const ways = printings.filter(({ definition }) => definition.name === doc_type);
  const open = ways.find(({ access }) => allows(context.actor, access));
  if (!open) throw new Refusal('forbidden');
  return await registerPrint(context, open.definition, doc_id);
}
