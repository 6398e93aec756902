import { Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { type GrantRequest, grantCalls } from '#contract/areas/access/grant.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Command } from '#src/engine/use-command.ts';
import { heldOpen } from '#src/kit/desk/held-open.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import type { Sent } from '#src/wire/sent.ts';
import { Labelled } from '../form/labelled.tsx';
import { Items } from './items.tsx';
import { subjectWords } from './words.ts';

interface DecisionProps {
  request: GrantRequest;
  /** 1 approves, 2 rejects: then a remark must say why. */
  result: 1 | 2;
  /** The card's own: it rests until the request has been read again, also when this dialog is gone. */
  command: Command<null>;
  onClose(): void;
}

/** The second person's word: everything that changes once more, and a remark. */
export function Decision({ request, result, command, onClose }: DecisionProps) {
  const id = useId();
  const [remark, setRemark] = useState('');
  const [error, setError] = useState<string | undefined>();
  const toast = useToast();
  const rejects = result === 2;

  const settle = (sent: Sent<null>) => {
    if (sent.ok) {
      toast.good(rejects ? '已驳回' : '已批准，授权已生效');
      onClose();
    } else if (sent.failure.kind === 'refused' || sent.failure.kind === 'forbidden') setError(wordsOf(sent.failure));
  };
  const take = async () => {
    const words = remark.trim();
    if (rejects && words === '') return setError('请填写驳回原因');
    settle(
      await command.run(grantCalls.decide[request.subject], {
        id: request.id,
        result,
        ...(words ? { remark: words } : {}),
      }),
    );
  };

  return (
    <Modal
      open
      width={620}
      title={`${rejects ? '驳回' : '批准'}授权 · ${subjectWords(request)}`}
      onCancel={onClose}
      {...heldOpen(command.running)}
      footer={[
        <Button key="leave" disabled={command.running} onClick={onClose}>
          取消
        </Button>,
        <Button
          key="take"
          type="primary"
          danger={rejects}
          loading={command.running}
          disabled={command.unknown}
          onClick={() => void take()}
        >
          {rejects ? '驳回' : '批准'}
        </Button>,
      ]}
    >
      <div className="grant-card grant-card-plain">
        <Items sign="gained" items={request.gained} />
        <Items sign="lost" items={request.lost} />
      </div>
      <Labelled
        id={`${id}-remark`}
        name="remark"
        label={rejects ? '驳回原因' : '审批意见'}
        required={rejects}
        error={error}
      >
        <Input.TextArea
          id={`${id}-remark`}
          autoFocus
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={limits.remark}
          value={remark}
          status={error === undefined ? '' : 'error'}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-remark-words`}
          onChange={(event) => {
            setRemark(event.target.value);
            setError(undefined);
          }}
        />
      </Labelled>
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void command.retry().then(settle)}
          onGiveUp={onClose}
        />
      )}
    </Modal>
  );
}
