import { sql } from 'kysely';
import { codeFileType } from '#contract/areas/codes/code-enums.ts';
import { codeFile } from '#contract/areas/codes/code-file.ts';
import { encodeEpc } from '#contract/areas/codes/epc.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import { keepRows, tally } from '#server/areas/codes/file/check-file.ts';
import { lockFile } from '#server/areas/codes/file/file-run.ts';
import { judgeRows } from '#server/areas/codes/file/judge-rows.ts';
import { systemActor } from '#server/identity/actor.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { CodeDesk } from './codes.ts';
import { contextOf } from './context.ts';

/**
 * Six files of codes. What is confirmed is done by a task, as a person's file would be: where files stand after the first start shows every state.
 */
export async function seedCodeFiles(desk: CodeDesk, goods: readonly number[]): Promise<void> {
  const { clerks, order } = desk;
  clerks.begin(3);
  const ordered = await order({ source_type: 1, lines: goods.slice(0, 6).map((sku_id) => ({ sku_id, qty: 20 })) });
  const codes = await numbersOf(desk, ordered);
  const file = async (name: string, from: number, wrong: number) =>
    await looked(desk, { name, order: ordered, rows: codes.slice(from, from + 15), wrong });
  const take = (step: string, id: number, more: object) =>
    clerks.ask('whs', transitionCall(codeFile, step), { id, ...more });
  await file('吊牌厂第三批.csv', 0, 0);
  await file('吊牌厂第三批补单.csv', 15, 3);
  await take('cancel', await file('吊牌厂试样.csv', 30, 0), { reason: '试样，不入库' });
  await take('confirm', await file('吊牌厂第一批.csv', 45, 0), { skip_errors: 0 });
  await take('confirm', await file('吊牌厂第二批.csv', 60, 0), { skip_errors: 0 });
  await take('confirm', await file('吊牌厂第二批补单.csv', 75, 2), { skip_errors: 1 });
}

interface Looking {
  readonly name: string;
  readonly order: number;
  readonly rows: readonly { unique_code: string; barcode: string }[];
  /** So many of its rows name codes that nobody knows. */
  readonly wrong: number;
}

/** A file as it stands once it was looked through. */
async function looked({ step, chance }: CodeDesk, { name, order, rows, wrong }: Looking): Promise<number> {
  const context = contextOf(step);
  const { id } = await createDocument(step, context, {
    definition: codeFile,
    label: '上传',
    values: {
      file_type: codeFileType.factory,
      name,
      path: chance.uuid().replaceAll('-', ''),
      code_order_id: order,
      expires_at: new Date(step.now.getTime() + 7 * 86_400_000).toISOString(),
    },
  });
  await keepRows(
    step.tx,
    id,
    rows.map(({ unique_code, barcode }, place) => ({
      row_no: place + 2,
      cells: [place < wrong ? `90000000000000${10 + place}` : unique_code, tagOf(barcode, id * 1000 + place), ''],
      broken: null,
    })),
  );
  await judgeRows(step.tx, systemActor, await lockFile(step.tx, id));
  await tally(step.tx, id, step.now);
  return id;
}

const tagOf = (barcode: string, serial: number): string =>
  encodeEpc({
    scheme: 'sgtin-96',
    filter: 1,
    company: barcode.slice(0, 7),
    item: `0${barcode.slice(7, 12)}`,
    serial: String(900_000_000 + serial),
  });

async function numbersOf({ step }: CodeDesk, order: number): Promise<{ unique_code: string; barcode: string }[]> {
  const { rows } = await sql<{ unique_code: string; barcode: string }>`
    select c.unique_code, k.main_barcode as barcode from piece_code c join sku k on k.id = c.sku_id where c.code_order_id = ${order} order by c.id`.execute(
    step.tx,
  );
  return rows;
}
