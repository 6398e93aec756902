import { Button, Modal } from 'antd';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import type { Moves } from './use-moves.ts';

/** Before a move: what goes where and what goes along. After it: what was moved, and a way back. */
export function MoveNotices({ moves }: { moves: Moves }) {
  const { asked, made, command } = moves;
  return (
    <>
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={moves.retry}
          onGiveUp={command.giveUp}
        />
      )}
      {made && (
        <div className="organize-made" role="status">
          <span>{`已将“${made.words.what}”移到${made.words.to}`}</span>
          <Button size="small" loading={command.running} onClick={moves.undo}>
            撤销
          </Button>
          <Button size="small" type="text" disabled={command.running} onClick={moves.dismiss}>
            知道了
          </Button>
        </div>
      )}
      {asked && (
        <Modal
          open
          title={`移动“${asked.words.what}”？`}
          okText="移动"
          cancelText="取消"
          onOk={() => moves.take(asked.key, asked.place)}
          onCancel={moves.leave}
        >
          <dl className="organize-move">
            <dt>从</dt>
            <dd>{asked.words.from}</dd>
            <dt>到</dt>
            <dd>{asked.words.to}</dd>
            <dt>一起移动</dt>
            <dd>{`下级组织 ${asked.words.below} 个，成员 ${asked.words.people} 人`}</dd>
          </dl>
          <p className="desk-hint">上级组织的数据范围对下级的人也有效，移动可能改变他们能看到的数据。</p>
        </Modal>
      )}
    </>
  );
}
