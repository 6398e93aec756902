import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import { clientType } from '#contract/areas/fleet/version-words.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';

/** What reads otherwise once a version was published or taken back. */
export const changedByVersions = [clientVersion, clientDevice];

type AnyAsking = Asking<never, never>;

/** What publishing means for the devices stands in the title: it reaches them within minutes. */
export const publishAsking = (row: Row): AnyAsking =>
  asked({
    title: `发布 ${String(row.version_no)}：${reachOf(row)}`,
    fields: {},
    call: fleetCalls.publish,
    input: () => ({ id: row.id, version: Number(row.version) }),
    done: () => ({ good: '已发布' }),
  });

export const revokeAsking = (row: Row): AnyAsking =>
  asked({
    title: `撤回 ${String(row.version_no)}，设备改回上一个已发布的版本`,
    fields: { reason: prose('撤回原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    call: fleetCalls.revoke,
    input: ({ reason }) => ({ id: row.id, version: Number(row.version), reason: String(reason) }),
    done: () => ({ good: '已撤回' }),
  });

function reachOf({ client_type, force_update, gray_shop_ids }: Row): string {
  const whom = Array.isArray(gray_shop_ids) && gray_shop_ids.length > 0 ? '灰度门店' : '全部';
  if (client_type !== clientType.web) return `${whom}设备可以更新`;
  return force_update === true ? `${whom}旧版页面发送完扫描后必须更新` : `${whom}旧版页面提示更新`;
}

// A dialog holds either; which call goes with which answer is settled here.
const asked = <In, Out>(asking: Asking<In, Out>): AnyAsking => asking as unknown as AnyAsking;
