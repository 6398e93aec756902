import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeForms } from '#contract/areas/codes/code-forms.ts';
import { codeRecord } from '#contract/areas/codes/code-record.ts';
import { goodsPool } from '#contract/areas/codes/goods-pool.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';

/** What reads otherwise once something was done to codes. */
export const changedByCodes = [uniqueCode, codeRecord, goodsPool];

type AnyAsking = Asking<never, never>;

const ids = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);
const several = (rows: readonly Row[]): string =>
  rows.length === 1 ? String(rows[0]?.unique_code ?? '') : `${grouped(rows.length)}个唯一码`;

/** Binds a tag to a code; what is wrong with it is told beside it. */
export const bindAsking = (row: Row): AnyAsking =>
  asked({
    title: `绑定 EPC ${String(row.unique_code)}`,
    fields: codeForms.bind,
    call: codeCalls.bind,
    input: ({ epc }) => ({ items: [{ unique_code: String(row.unique_code), epc: String(epc) }] }),
    done: ({ errors }) => (errors[0] ? { wrong: errors[0].error } : { good: '已绑定' }),
  });

export const rebindAsking = (row: Row): AnyAsking =>
  asked({
    title: `换绑 EPC ${String(row.unique_code)}`,
    fields: codeForms.rebind,
    call: codeCalls.rebind,
    input: ({ epc, reason }) => ({ code_id: row.id, epc: String(epc), reason: String(reason) }),
    done: () => ({ good: '已换绑' }),
  });

export const voidAsking = (rows: readonly Row[]): AnyAsking =>
  asked({
    title: `作废 ${several(rows)}`,
    fields: codeForms.void,
    call: codeCalls.void,
    input: ({ reason }) => ({ code_ids: ids(rows), reason: String(reason) }),
    done: ({ count }) => ({ good: `已作废${grouped(count)}个` }),
  });

export const moveAsking = (rows: readonly Row[]): AnyAsking =>
  asked({
    title: `仓内移动 ${several(rows)}`,
    fields: codeForms.move,
    call: codeCalls.move,
    input: ({ position }) => ({ code_ids: ids(rows), position: String(position) }),
    done: ({ count }) => ({ good: `已移动${grouped(count)}个` }),
  });

/** Reports codes as lost (1) or found (2): a second person passes what comes of it. */
export const lostAsking = (rows: readonly Row[], op: 1 | 2): AnyAsking =>
  asked({
    title: `${op === 1 ? '挂失' : '找回'} ${several(rows)}`,
    fields: op === 1 ? codeForms.lost : codeForms.found,
    call: codeCalls.lost,
    input: ({ reason }) => ({ code_ids: ids(rows), op, reason: String(reason) }),
    done: ({ adjust_nos }) => ({ good: `已提交调整单 ${adjust_nos.join('、')}，待他人审核` }),
  });

// A dialog holds any of them; which call goes with which answer is settled here.
const asked = <In, Out>(asking: Asking<In, Out>): AnyAsking => asking as unknown as AnyAsking;
