import { Button, Progress } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { grouped } from '#contract/kit/kinds/number.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import type { OfferedPicture } from './offered-pictures.ts';
import { Drop } from './pictures-panel.tsx';
import { usePictureImport } from './use-picture-import.ts';

/** Many pictures at once: what their names say is shown first; those that are there already are not sent again. */
export function Screen() {
  const view = usePictureImport();
  const navigate = useNavigate();
  const { list, progress, ordered, command } = view;
  const held = useDirtyGuard(list.length > 0 && ordered === null);
  useEffect(() => {
    const address = ordered && recordAddress('toolBatch', { id: ordered.batch_id, no: ordered.batch_no });
    if (address) void navigate(address, { replace: true });
  }, [ordered, navigate]);
  const resting = progress !== null || command.running || command.unknown;
  const sent = view.taken - view.left;
  const failed = list.some((one) => one.match?.words === null && one.words !== null && !one.there);
  return (
    <PageFrame title="批量导入图片">
      <section className="desk-block" aria-label="图片文件">
        <h2>图片文件</h2>
        <p className="desk-hint">
          文件名写成 货号、货号_序号、货号_颜色 或 货号_颜色_序号，例如
          HM26801_黑_1.jpg；同名同颜色的图片被替换，其余排在最后。
        </p>
        <Drop
          disabled={resting}
          also=",.zip"
          hint="；可选择多个文件或 ZIP 压缩包"
          onFiles={(files) => void view.take(files)}
        />
        {view.wrong.map((words) => (
          <p key={words} className="desk-wrong" role="alert">
            {words}
          </p>
        ))}
      </section>
      {progress && (
        <div role="status">
          {progress.words}
          <Progress percent={Math.round((progress.done / Math.max(progress.all, 1)) * 100)} aria-label="上传进度" />
          <Button onClick={view.stop}>停止</Button>
        </div>
      )}
      {list.length > 0 && (
        <section className="desk-lines" aria-label="图片预览">
          <p role="status">{`共 ${grouped(list.length)} 个文件，可导入 ${grouped(view.taken)} 个，其中 ${grouped(sent)} 个已上传`}</p>
          <DataTable<OfferedPicture>
            name="picture-import"
            label="图片预览"
            columns={columns}
            rows={list}
            height={420}
            pinned={pinned}
          />
        </section>
      )}
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void view.retry()}
          onGiveUp={command.giveUp}
        />
      )}
      {list.length > 0 && (
        <footer>
          <Button
            type="primary"
            loading={command.running}
            disabled={resting || (view.taken === 0 && !failed)}
            onClick={() => void view.begin()}
          >
            {failed ? '重试未上传的图片' : `上传并导入 ${grouped(view.taken)} 张`}
          </Button>
          {failed && sent > 0 && (
            <Button disabled={resting} onClick={() => void view.finish()}>
              {`只导入已上传的 ${grouped(sent)} 张`}
            </Button>
          )}
        </footer>
      )}
      {held && <LeaveDialog held={held} />}
    </PageFrame>
  );
}

const pinned = ['name'];

const columns: Column<OfferedPicture>[] = [
  { name: 'name', label: '文件', width: 260, render: ({ name }) => name },
  { name: 'style', label: '货号', width: 140, render: ({ match }) => match?.style_no ?? '' },
  { name: 'title', label: '商品', width: 200, render: ({ match }) => match?.title ?? '' },
  { name: 'color', label: '颜色', width: 100, render: ({ match }) => match?.color ?? '' },
  { name: 'position', label: '序号', width: 72, align: 'end', render: ({ match }) => match?.position ?? '' },
  {
    name: 'state',
    label: '结果',
    width: 280,
    render: (row) => (row.words === null ? stateOf(row) : <span className="desk-wrong">{row.words}</span>),
    text: (row) => row.words ?? stateOf(row),
  },
];

function stateOf({ match, there }: OfferedPicture): string {
  if (match?.placed) return '商品已有这张图片';
  return there ? '已上传' : '待上传';
}
