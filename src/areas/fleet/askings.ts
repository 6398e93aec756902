import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { deviceOrder } from '#contract/areas/fleet/device-order.ts';
import { fleetCalls, type LeverTurn } from '#contract/areas/fleet/fleet-calls.ts';
import { type Lever, levers, upgradeLevel, upgradeLevels } from '#contract/areas/fleet/lever-enums.ts';
import { buildShape, clientType } from '#contract/areas/fleet/version-enums.ts';
import type { Fields } from '#contract/kit/field.ts';
import { choice, word } from '#contract/kit/kinds/choice.ts';
import { prose, text } from '#contract/kit/kinds/text.ts';
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

/** What reads otherwise once a lever was turned. */
export const changedByLevers = [clientDevice, deviceOrder];

/** A lever for some devices: what it takes, and what it means for them stands in the title. None of them loses a scan. */
export const leverAsking = (lever: Lever, rows: readonly Row[]): AnyAsking =>
  asked({
    title: `${levers[lever]}：${namesOf(rows)}。${meaning[lever]}`,
    fields: { ...fieldsOf[lever], reason: why },
    given: isOfBuild(lever) ? { level: upgradeLevel.soft } : {},
    call: fleetCalls.turn,
    input: ({ level, least_build, words, reason }) => ({
      ids: rows.map(({ id }) => id),
      lever,
      on: true,
      ...(isOfBuild(lever) ? { level: level as LeverTurn['level'], least_build: String(least_build) } : {}),
      ...(typeof words === 'string' && words !== '' ? { words } : {}),
      reason: String(reason),
    }),
    done: ({ count }) => ({ good: `已对 ${count} 台设备${levers[lever]}` }),
  });

/** Lets go of a lever: what holds for all of them holds again. */
export const releaseAsking = (rows: readonly Row[]): AnyAsking =>
  asked({
    title: `解除指令：${namesOf(rows)}`,
    fields: { lever: word('要解除的操作', levers, { required: true }), reason: why },
    call: fleetCalls.turn,
    input: ({ lever, reason }) => ({
      ids: rows.map(({ id }) => id),
      lever: lever as Lever,
      on: false,
      reason: String(reason),
    }),
    done: ({ count }) => (count > 0 ? { good: `已解除 ${count} 台` } : { good: '这些设备没有此项指令' }),
  });

const isOfBuild = (lever: Lever): boolean => lever === 'upgrade' || lever === 'goBack';
const why = prose('原因', { required: true, least: limits.reasonLeast, most: limits.reason });
const fieldsOf: Readonly<Record<Lever, Fields>> = {
  message: { words: prose('消息内容', { required: true, most: limits.remark }) },
  upgrade: {
    level: choice('升级方式', upgradeLevels, { required: true }),
    least_build: text('最低构建', { required: true, pattern: buildShape }),
    words: prose('更新说明', { most: limits.remark }),
  },
  goBack: {
    level: choice('回退方式', upgradeLevels, { required: true }),
    least_build: text('回退到的构建', { required: true, pattern: buildShape }),
    words: prose('回退说明', { most: limits.remark }),
  },
  pause: {},
  kill: {},
};
const meaning: Readonly<Record<Lever, string>> = {
  message: '下次上报时显示',
  upgrade: '有未发送的扫描时先发送再更新',
  goBack: '有未发送的扫描时先发送再回退；解除后随大家更新',
  pause: '扫描照常保存在设备上，解除后自动发送',
  kill: '离线程序停用，已保存的扫描不受影响',
};

const namesOf = (rows: readonly Row[]): string => {
  const names = rows.slice(0, namesShown).map(({ name }) => String(name));
  return rows.length > namesShown ? `${names.join('、')} 等 ${rows.length} 台` : names.join('、');
};
const namesShown = 3;

function reachOf({ client_type, force_update, gray_shop_ids }: Row): string {
  const whom = Array.isArray(gray_shop_ids) && gray_shop_ids.length > 0 ? '灰度门店' : '全部';
  if (client_type !== clientType.web) return `${whom}设备可以更新`;
  return force_update === true ? `${whom}旧版页面发送完扫描后必须更新` : `${whom}旧版页面提示更新`;
}

// A dialog holds either; which call goes with which answer is settled here.
const asked = <In, Out>(asking: Asking<In, Out>): AnyAsking => asking as unknown as AnyAsking;
