import type { GrantRequest } from '#contract/areas/access/grant.ts';
import { GrantCard } from './card.tsx';
import './grant.css';

/** On a form: what has been asked for and is not in force yet. */
export function WaitingGrants({ requests, sent }: { requests: readonly GrantRequest[]; sent?: boolean }) {
  const waiting = requests.filter((request) => request.state === 0);
  if (waiting.length === 0) return null;
  return (
    <section className="grant-waiting" aria-label="待审批授权" role="status">
      <p>
        {sent && <strong>已提交，待另一人审批。</strong>}
        以下授权批准之前不生效。
      </p>
      {waiting.map((request) => (
        <GrantCard key={request.id} request={request} linked={false} />
      ))}
    </section>
  );
}
