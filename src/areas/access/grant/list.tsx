import { Segmented } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { type GrantSubject, grantStates, grantSubjects } from '#contract/areas/access/grant.ts';
import { limits } from '#contract/kit/limits.ts';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { Pagination } from '#src/kit/desk/list/pagination.tsx';
import { GrantCard } from './card.tsx';
import { useGrants } from './use-grants.ts';

/** Requests for rights: those that wait, or what became of the others. What is asked stands in the address. */
export function GrantList() {
  const [params, setParams] = useSearchParams();
  const state = params.get('state') ?? '0';
  const subject = params.get('subject') ?? 'all';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const pageSize = limits.pageSize;
  const ask = (change: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, value] of Object.entries(change)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const { value: data, ...reading } = useGrants({
    page,
    page_size: pageSize,
    ...(state === mine.value ? { mine: true } : state === 'all' ? {} : { state: Number(state) }),
    ...(subject === 'all' ? {} : { subject: subject as GrantSubject }),
  });

  return (
    <>
      <div className="grant-asked">
        <Segmented
          aria-label="审批状态"
          value={state}
          options={[mine, ...choices(grantStates), all]}
          onChange={(value) => ask({ state: value })}
        />
        <Segmented
          aria-label="授权对象"
          value={subject}
          options={[all, ...choices(grantSubjects)]}
          onChange={(value) => ask({ subject: value })}
        />
      </div>
      <Content of={reading}>
        {data?.list.length === 0 && <EmptyFace words={empty[state] ?? '暂无数据'} />}
        {data && data.list.length > 0 && (
          <div className="grant-list">
            {data.list.map((request) => (
              <GrantCard key={request.id} request={request} />
            ))}
          </div>
        )}
      </Content>
      {data && data.total > pageSize && (
        <footer className="desk-foot">
          <Pagination
            page={page}
            pageSize={pageSize}
            total={data.total}
            capped={false}
            counting={false}
            onExact={reading.reload}
            onChange={(next) => ask({ page: String(next) })}
          />
        </footer>
      )}
    </>
  );
}

/** Those that wait for this person: what the first screen counts. */
const mine = { value: 'mine', label: '待我审批' } as const;
const empty: Readonly<Record<string, string>> = { mine: '没有待您审批的授权', 0: '没有待审批的授权' };
const all = { value: 'all', label: '全部' };

function choices(words: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
