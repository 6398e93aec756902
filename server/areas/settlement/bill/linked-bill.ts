import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import {
  billLinkCalls,
  billLinkDays,
  billLinkPage,
  type LinkedBill,
  type LinkedLine,
} from '#contract/areas/settlement/bill-link-calls.ts';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { noticeWanted } from '#contract/areas/shell/notice.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { systemActor } from '#server/identity/actor.ts';
import { AddressLimit } from '#server/identity/address-limit.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { CallContext, WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { addLink, endLinks, type FoundLink, findLink, readLinks } from './bill-links.ts';

const id = z.int().min(1);
const token = z.string().regex(/^[\w-]{43}$/, '链接不完整，请完整复制');
const version = z.int().min(1);

/** Serves the links of check bills: to the house, and to whoever holds a token and has no account (decision 0098). */
export function serveLinks(kit: Kit): void {
  const { registry } = kit;
  const asking = new AddressLimit();
  registry.read(billLinkCalls.list, z.strictObject({ id }), readLinks);
  registry.write(
    billLinkCalls.add,
    z.strictObject({ id, version, days: z.int().min(1).max(billLinkDays.most), token }),
    addLink,
  );
  registry.write(billLinkCalls.end, z.strictObject({ id }), endLinks);
  registry.write(billLinkCalls.open, z.strictObject({ token }), async (context, asked) => {
    await opened({ ...context, actor: systemActor }, await admitted(context, asked.token, asking, true));
    return null;
  });
  registry.read(
    billLinkCalls.show,
    z.strictObject({ token, page: z.int().min(1).max(1000).optional() }),
    async (context, asked) => {
      const link = await admitted(context, asked.token, asking);
      return await shown(context.db, link, asked.page ?? 1);
    },
  );
  registry.write(
    billLinkCalls.answer,
    z
      .strictObject({
        token,
        version,
        agrees: z.boolean(),
        name: z.string().trim().min(2, '请填写姓名').max(limits.name),
        reason: z.string().trim().min(limits.reasonLeast).max(limits.reason).optional(),
        line_ids: z.array(id).max(limits.pastedEntries).optional(),
      })
      .refine((asked) => asked.agrees || asked.reason !== undefined, { message: '请填写异议原因', path: ['reason'] }),
    // Nobody is signed in: the house acts, and the history says for whom.
    async (context, asked) => await answered(kit, { ...context, actor: systemActor }, { asked, asking }),
  );
}

/** The link of a token. Wrong tokens use up the tries of their address, so that nobody goes through them. */
async function admitted(
  { db, now, origin }: Pick<CallContext, 'now' | 'origin'> & { db: Kysely<unknown> },
  asked: string,
  asking: AddressLimit,
  lock = false,
): Promise<FoundLink> {
  asking.take(origin.ip, now);
  const link = await findLink(db, asked, { now, lock });
  // In the same words whatever it was, if it was anything.
  if (!link) throw new Refusal('notFound', '链接已失效，请向对方索取新的链接');
  asking.giveBack(origin.ip);
  return link;
}

async function opened(context: WriteContext, link: FoundLink): Promise<void> {
  const { db, now } = context;
  await sql`
    update check_bill_link set opened_count = opened_count + 1, opened_at = ${now.toISOString()} where id = ${link.id}`.execute(
    db,
  );
  if (link.opened_at !== null) return;
  await writeAudit(context, [
    {
      docType: checkBill.name,
      docId: link.check_bill_id,
      docNo: link.bill_no,
      action: 'linkOpen',
      label: '供应商打开链接',
    },
  ]);
}

async function shown(db: Kysely<unknown>, link: FoundLink, page: number): Promise<LinkedBill> {
  const { rows } = await sql<Omit<LinkedBill, 'lines' | 'answer' | 'expires_at'>>`
    select b.bill_no, b.version, s.name as supplier_name, b.period_from::text, b.period_to::text, b.in_qty, b.in_amount, b.back_qty, b.back_amount,
      b.adjust_amount, b.total_amount, b.tax_amount, b.line_count
    from check_bill b join supplier s on s.id = b.supplier_id where b.id = ${link.check_bill_id}`.execute(db);
  const [bill] = rows;
  if (!bill) throw new Refusal('notFound');
  const { rows: lines } = await sql<LinkedLine>`
    select l.id, i.source_no, i.item_type, i.occur_date::text, k.sku_no, p.name as sku_name, i.qty, i.price, l.amount, l.adjust_amount, l.adjust_reason
    from check_bill_line l join settle_item i on i.id = l.settle_item_id left join sku k on k.id = i.sku_id left join spu p on p.id = k.spu_id
    where l.check_bill_id = ${link.check_bill_id} order by l.id limit ${billLinkPage} offset ${(page - 1) * billLinkPage}`.execute(
    db,
  );
  return { ...bill, expires_at: link.expires_at, answer: link.answer, lines };
}

interface Answer {
  readonly token: string;
  readonly version: number;
  readonly agrees: boolean;
  readonly name: string;
  readonly reason?: string | undefined;
  readonly line_ids?: number[] | undefined;
}

/** What the supplier says is the supplier's answer: the bill takes the step that a person would have taken for him. */
async function answered(
  kit: Kit,
  context: WriteContext,
  { asked, asking }: { asked: Answer; asking: AddressLimit },
): Promise<{ answer: 'agreed' | 'differed' }> {
  const link = await admitted(context, asked.token, asking, true);
  if (link.answer) throw new Refusal('illegalTransition', '您已通过此链接答复');
  const { name, reason, line_ids = [] } = asked;
  const by = `供应商 ${name} 通过链接`;
  await runTransition(kit.registry, context, {
    definition: checkBill,
    name: asked.agrees ? 'agree' : 'differ',
    id: link.check_bill_id,
    input: { version: asked.version, name, reason, line_ids },
    remark: asked.agrees ? `${by}确认` : `${by}提出异议：${String(reason)}`,
  });
  const answer = asked.agrees ? 'agreed' : 'differed';
  await sql`
    update check_bill_link set answer = ${answer}, answered_at = ${context.now.toISOString()} where id = ${link.id}`.execute(
    context.db,
  );
  await kit.registry.events.emit(context, noticeWanted, {
    title: `对账单 ${link.bill_no} ${asked.agrees ? '供应商已确认' : '供应商有异议'}`,
    content: asked.agrees ? `${by}确认。` : `${by}提出异议：${String(reason)}`,
    admin_ids: [link.created_by],
  });
  return { answer };
}
