import { Button, Modal, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { imperfectType } from '#contract/areas/enums.ts';
import { printSheetCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { type PaperLine, paperCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useHold } from '#src/engine/use-hold.ts';
import { useRead } from '#src/engine/use-read.ts';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import './print.css';

const kinds = { 1: '盘点表', 2: '差异表' } as const;

/** The count sheet for people with paper, or the difference sheet for those who judge. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? <MissingPage title="盘点单打印" /> : <Printing id={id} />;
}

type Sheet = Row & { lines: Row[] };

/** The paper of a sheet, as it stood when it was read. */
interface Drawn {
  record: Sheet;
  /** What to count; of the difference sheet nothing. */
  lines: readonly PaperLine[];
}

function Printing({ id }: { id: number }) {
  const detail = useDetail(stocktaking, id);
  const record = detail.record as unknown as Sheet | undefined;
  const [kind, setKind] = useState<1 | 2>(1);
  const [asking, setAsking] = useState<(() => void) | null>(null);
  const command = useCommand<{ is_again_print: 0 | 1; print_count: number }>(stocktaking);
  const toast = useToast();
  const { held, during } = useHold();
  const paper = useRead(stocktaking, paperCall, { input: { id } });
  const [due, setDue] = useState<Drawn | null>(null);
  const [at, setAt] = useState(now);
  // Others count and judge while the page stands open: on the paper is what stands in the books now.
  const print = async () => {
    const [fresh, counted] = await Promise.all([detail.readAgain(), paper.readAgain()]);
    if (!fresh || !counted) return toast.bad('没有读到最新的数据，未打印，请重试');
    setDue({ record: fresh as unknown as Sheet, lines: counted.list });
    setAt(now());
  };
  // The browser prints what is drawn: not before this has been.
  useEffect(() => {
    if (!due) return;
    window.print();
    setDue(null);
  }, [due]);
  // Asked before the paper comes out: printed twice, a sheet is counted twice. What somebody else has printed since the
  // page was read only the answer tells; the print is registered by then, and asked about all the same.
  const ask = (then: () => void) => setAsking(() => then);
  const register = (agreed: boolean) => during(() => registerAndPrint(agreed));
  const registerAndPrint = async (agreed: boolean) => {
    const sent = await command.run(printSheetCall, { id, kind });
    if (!sent.ok) toast.bad(wordsOf(sent.failure));
    else if (sent.value.is_again_print === 1 && !agreed) ask(() => void during(print));
    else await print();
  };
  const begin = (printed: number) => (printed > 0 ? ask(() => void register(true)) : void register(false));
  return (
    <PageFrame
      title="盘点单打印"
      loading={detail.loading || paper.loading}
      failure={detail.failure ?? paper.failure}
      stale={detail.stale ?? paper.stale}
      onRetry={() => {
        detail.reload();
        paper.reload();
      }}
      extra={
        <>
          <Radio.Group
            optionType="button"
            value={kind}
            onChange={(event) => setKind(event.target.value as 1 | 2)}
            options={[
              { value: 1, label: kinds[1] },
              { value: 2, label: kinds[2] },
            ]}
          />
          {record && (
            <Button type="primary" loading={command.running || held} onClick={() => begin(Number(record.print_count))}>
              打印
            </Button>
          )}
        </>
      }
    >
      {record && paper.value && <Paper {...(due ?? { record, lines: paper.value.list })} kind={kind} at={at} />}
      <Modal
        open={asking !== null}
        title="提示"
        okText="确定"
        cancelText="取消"
        onOk={() => {
          setAsking(null);
          asking?.();
        }}
        onCancel={() => setAsking(null)}
      >
        已打印过，是否再次打印？
      </Modal>
    </PageFrame>
  );
}

const now = () => printTime(new Date().toISOString());

/** What stands on the paper. A count sheet leaves the figure to be written in and never shows the book. */
function Paper({ record, lines, kind, at }: Drawn & { kind: 1 | 2; at: string }) {
  return (
    <article className="paper">
      <h2>
        {kinds[kind]} <small>{String(record.stocktaking_no)}</small>
      </h2>
      <p>
        仓库：{String(record.warehouse_id__title)}　计划日期：{String(record.plan_date)}　打印：{at}
      </p>
      {kind === 1 ? <CountTable lines={lines} /> : <DifferenceTable lines={record.lines} />}
      <p className="paper-hands">盘点人：＿＿＿＿＿＿　复核人：＿＿＿＿＿＿　审核人：＿＿＿＿＿＿</p>
    </article>
  );
}

function CountTable({ lines }: { lines: readonly PaperLine[] }) {
  return (
    <table>
      <thead>
        <tr>
          {['序号', 'SKU编码', '货品', '品级', '实盘数量'].map((label) => (
            <th key={label}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.id}>
            <td>{index + 1}</td>
            <td>{line.sku_no}</td>
            <td>{line.name}</td>
            <td>{imperfectType[line.imperfect_type as keyof typeof imperfectType]}</td>
            <td className="paper-blank">&nbsp;</td>
          </tr>
        ))}
        {found.map((row) => (
          <tr key={row}>
            {['序号', '编码', '货品', '品级', '数量'].map((cell) => (
              <td key={cell}>&nbsp;</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows for goods that are found and that the books do not know. */
const found = ['a', 'b', 'c', 'd', 'e'] as const;

function DifferenceTable({ lines }: { lines: readonly Row[] }) {
  const differing = lines.filter((line) => line.diff_qty !== 0 && line.diff_qty !== null);
  return (
    <table>
      <thead>
        <tr>
          {['序号', 'SKU编码', '货品', '账面数量', '确认数量', '差异数量', '差异原因'].map((label) => (
            <th key={label}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differing.map((line, index) => (
          <tr key={line.id}>
            <td>{index + 1}</td>
            <td>{String(line.sku_id__title)}</td>
            <td>{String(line.sku_id__hint ?? '')}</td>
            <td className="desk-figure">{String(line.book_qty)}</td>
            <td className="desk-figure">{String(line.final_qty)}</td>
            <td className="desk-figure">{String(line.diff_qty)}</td>
            <td>{String(line.reason ?? '')}</td>
          </tr>
        ))}
        {differing.length === 0 && (
          <tr>
            <td colSpan={7}>没有差异</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
