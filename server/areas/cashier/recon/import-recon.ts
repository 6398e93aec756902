import { sql } from 'kysely';
import { reconChannels } from '#contract/areas/cashier/cashier-enums.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { reconTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { closedWords } from '#contract/kit/transition.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { queueTask } from '#server/tasks/add-task.ts';

interface Asked {
  readonly channel: number;
  readonly recon_date: string;
  readonly file_id: string;
}

/** Takes the file of a channel's day: a recon of its own, or the one that is there and not finished; a task reads and matches it. */
export async function importRecon(
  kit: Kit,
  context: WriteContext,
  { channel, recon_date, file_id }: Asked,
): Promise<{ id: number; no: string; version: number }> {
  if (recon_date > businessDay(context.now)) throw new Refusal('invalid', '账单日期不能晚于今天', 'recon_date');
  const name = await uploadedName(context, file_id);
  const { id, no } = await reconFor(kit, context, { channel, recon_date });
  const task = await queueTask(context, kit.numbers, {
    type: reconTask,
    name: `${reconChannels[channel as keyof typeof reconChannels]}账单 ${recon_date}`.slice(0, limits.name),
    payload: { channel_recon_id: id, file_id },
  });
  const { rows } = await sql<{ version: number }>`
    update channel_recon set file_id = ${file_id}, file_name = ${name.slice(0, channelRecon.fields.file_name.most)}, task_id = ${task.id}, version = version + 1
    where id = ${id} returning version`.execute(context.db);
  return { id, no, version: rows[0]?.version ?? 1 };
}

async function uploadedName({ db, actor }: WriteContext, file: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from stored_file where file_id = ${file} and admin_id = ${actor.id} and purpose = 'recon' and ready`.execute(
    db,
  );
  if (!rows[0]) throw new Refusal('notFound', '文件不存在或已过期，请重新上传', 'file_id');
  return rows[0].name;
}

/** One of each channel and day: whoever comes second waits, and replaces what the first one brought. */
async function reconFor(
  kit: Kit,
  context: WriteContext,
  { channel, recon_date }: Pick<Asked, 'channel' | 'recon_date'>,
): Promise<{ id: number; no: string }> {
  const key = `channel_recon ${channel} ${recon_date}`;
  await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(context.db);
  const { rows } = await sql<{ id: number; recon_no: string; status: number }>`
    select id, recon_no, status from channel_recon where channel = ${channel} and recon_date = ${recon_date}::date`.execute(
    context.db,
  );
  const [found] = rows;
  if (!found) {
    const { id, no } = await createDocument(kit, context, {
      definition: channelRecon,
      values: { channel, recon_date },
      label: '导入',
    });
    return { id, no: no ?? '' };
  }
  if (!channelRecon.transitions.importAgain?.from.includes(found.status))
    throw new Refusal(
      'illegalTransition',
      `${found.recon_no} ${closedWords(channelRecon.states, found.status, { label: '重新导入' })}`,
    );
  await runTransition(kit.registry, context, { definition: channelRecon, name: 'importAgain', id: found.id });
  return { id: found.id, no: found.recon_no };
}
