import { sql } from 'kysely';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { clientType, versionState, versionStates } from '#contract/areas/fleet/version-enums.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';

interface Asked {
  readonly id: number;
  readonly version?: number | undefined;
}

interface Locked {
  readonly id: number;
  readonly version: number;
  readonly client_type: number;
  readonly version_no: string;
  readonly page_build: string | null;
  readonly file_path: string | null;
  readonly status: number;
}

/** Offers a draft to the devices of its client. The web client's build must be one that a device has: nobody can be sent where there is nothing. */
export async function publishVersion(context: WriteContext, asked: Asked): Promise<Saved> {
  const found = await lockVersion(context, asked, versionState.draft, '发布');
  const installed = found.client_type === clientType.pos || found.client_type === clientType.pda;
  if (installed && (found.file_path ?? '').trim() === '') throw new Refusal('invalid', '请先填写安装包', 'file_path');
  if (found.client_type === clientType.web) await refuseUnknown(context, found.page_build);
  return await move(context, found, { to: versionState.published, action: 'publish', label: '发布' });
}

/** Takes a version back; the one before it is offered again. */
export async function revokeVersion(
  context: WriteContext,
  { reason, ...asked }: Asked & { readonly reason: string },
): Promise<Saved> {
  const found = await lockVersion(context, asked, versionState.published, '撤回');
  return await move(context, found, { to: versionState.revoked, action: 'revoke', label: '撤回', remark: reason });
}

async function refuseUnknown({ db }: WriteContext, build: string | null): Promise<void> {
  const { rows } = await sql`select 1 from client_build where build = ${build}`.execute(db);
  if (rows.length === 0)
    throw new Refusal('invalid', `还没有设备运行过网页构建 ${build ?? ''}，请先部署并打开一次`, 'page_build');
}

async function lockVersion(context: WriteContext, { id, version }: Asked, from: number, step: string): Promise<Locked> {
  const [found]: Locked[] = await lockRecords(context, clientVersion, [id]);
  if (!found) throw new Refusal('notFound');
  if (version !== undefined && version !== found.version) throw new Refusal('versionConflict');
  if (found.status !== from) {
    const now = versionStates[found.status as keyof typeof versionStates];
    throw new Refusal('illegalTransition', `版本当前为“${now}”，不能${step}`);
  }
  return found;
}

interface Move {
  readonly to: number;
  readonly action: string;
  readonly label: string;
  readonly remark?: string;
}

async function move(context: WriteContext, found: Locked, { to, action, label, remark }: Move): Promise<Saved> {
  const now = context.now.toISOString();
  await sql`
    update client_version set status = ${to}, published_at = coalesce(published_at, ${now}), version = version + 1, updated_by = ${context.actor.id}, updated_at = ${now}
    where id = ${found.id}`.execute(context.db);
  await writeAudit(context, [
    {
      docType: clientVersion.name,
      docId: found.id,
      docNo: found.version_no,
      action,
      label,
      fromStatus: found.status,
      toStatus: to,
      remark: remark ?? null,
    },
  ]);
  return { id: found.id, version: found.version + 1, no: null };
}
