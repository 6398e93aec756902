import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type GrantRequest,
  type GrantSubject,
  grantCalls,
  grantStates,
  grantSubjects,
} from '#contract/areas/access/grant.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import type { Sent } from '#src/wire/sent.ts';
import { addresses, formAt } from '../addresses.ts';
import { useWrite } from '../use-write.ts';
import { Decision } from './decision.tsx';
import { Items } from './items.tsx';
import { approverWords, grantTones, subjectWords } from './words.ts';
import './grant.css';

const forms: Readonly<Record<GrantSubject, string>> = {
  admin: addresses.staffForm,
  role: addresses.roleForm,
  organize: addresses.organizeForm,
};

/** One request: whose rights change, what is gained and lost, who asked, who decided, and what this person may do with it. */
export function GrantCard({ request, linked = true }: { request: GrantRequest; linked?: boolean }) {
  const [deciding, setDeciding] = useState<1 | 2 | null>(null);
  const toast = useToast();
  const command = useWrite<null>();
  const decision = useWrite<null>();
  const { decide, withdraw } = request.allowed;
  const tell = (sent: Sent<null>) => {
    if (sent.ok) toast.good('已撤回');
    else if (sent.failure.kind === 'refused' || sent.failure.kind === 'forbidden') toast.bad(wordsOf(sent.failure));
  };
  return (
    <article className="grant-card" aria-label={subjectWords(request)}>
      <header>
        <span className="desk-hint">{grantSubjects[request.subject]}</span>
        {linked ? (
          <Link className="desk-link grant-subject" to={formAt(forms[request.subject], request.subject_id)}>
            {request.subject_name}
          </Link>
        ) : (
          <strong>{request.subject_name}</strong>
        )}
        {request.subject_hint && <span className="desk-hint">{request.subject_hint}</span>}
        <StatusTag tone={grantTones[request.state]}>{grantStates[request.state]}</StatusTag>
        <span className="grant-buttons">
          {withdraw && (
            <Button
              size="small"
              loading={command.running}
              disabled={command.unknown}
              onClick={() => void command.run(grantCalls.withdraw, { id: request.id }).then(tell)}
            >
              撤回
            </Button>
          )}
          {decide && (
            <>
              <Button size="small" danger disabled={decision.running} onClick={() => setDeciding(2)}>
                驳回
              </Button>
              <Button size="small" type="primary" disabled={decision.running} onClick={() => setDeciding(1)}>
                批准
              </Button>
            </>
          )}
        </span>
      </header>
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void command.retry().then(tell)}
          onGiveUp={command.giveUp}
        />
      )}
      <Items sign="gained" items={request.gained} />
      <Items sign="lost" items={request.lost} />
      <footer>
        <span>{`${request.requested_by__title} 于 ${printTime(request.requested_at)} 提交`}</span>
        {request.decided_at !== null && (
          <span>{`${request.decided_by__title ?? ''} 于 ${printTime(request.decided_at)} ${decidedWords[request.state]}`}</span>
        )}
        {request.remark && <q className="grant-remark">{request.remark}</q>}
        {request.approvers && !decide && <span className="desk-hint">{approverWords(request)}</span>}
      </footer>
      {deciding !== null && (
        <Decision
          request={request}
          result={deciding}
          command={decision}
          onClose={() => {
            decision.giveUp();
            setDeciding(null);
          }}
        />
      )}
    </article>
  );
}

const decidedWords: Readonly<Record<GrantRequest['state'], string>> = { 0: '', 1: '批准', 2: '驳回', 3: '撤回' };
