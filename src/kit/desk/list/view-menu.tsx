import { Button, Popconfirm } from 'antd';
import { useEffect, useState } from 'react';
import type { SavedView } from '#contract/areas/me/list-views.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ListState } from '#src/engine/list/list-address.ts';
import type { Viewing } from '#src/engine/list/use-list-state.ts';
import { useViewSteps } from '#src/engine/list/use-view-steps.ts';
import { contentNow } from '#src/engine/list/view-content.ts';
import { refreshViews, useOwnViews } from '#src/engine/own-views.ts';
import { toast } from '../../notice.ts';
import { ViewName } from './view-name.tsx';
import { ViewRoles } from './view-roles.tsx';
import './views.css';

interface ViewMenuProps {
  definition: AnyDefinition;
  state: ListState;
  viewing: Viewing;
  altered: boolean;
  onDone(): void;
}

/** The views of a list, one's own and those shared, and what can be done with the one that is shown. */
export function ViewMenu({ definition, state, viewing, altered, onDone }: ViewMenuProps) {
  const { name: list } = definition;
  const { view, first, open } = viewing;
  const { own } = useOwnViews();
  const steps = useViewSteps();
  const [asks, setAsks] = useState<'as' | 'name' | 'roles' | null>(null);
  // Another device may have changed them.
  useEffect(() => void refreshViews(), []);
  const views = own.views.filter((one) => one.list === list);
  const content = () => contentNow(list, state, view);
  const end = async (step: Promise<string | undefined>, words: string) => {
    const wrong = await step;
    if (wrong === undefined) {
      toast(words, 'good');
      onDone();
    } else if (wrong) toast(wrong, 'bad');
  };
  const show = (one: SavedView | null) => {
    open(one);
    onDone();
  };
  const mine = view?.owner === null ? view : undefined;
  const begins = view !== undefined && first?.id === view.id;

  if (asks === 'roles' && mine)
    return (
      <ViewRoles
        chosen={mine.roles}
        running={steps.running}
        onCancel={() => setAsks(null)}
        onChosen={(roles) => void end(steps.share(mine.id, roles), roles.length > 0 ? '已共享' : '已取消共享')}
      />
    );
  if (asks === 'name' && mine)
    return (
      <ViewName
        label="重命名"
        name={mine.name}
        running={steps.running}
        onCancel={() => setAsks(null)}
        onNamed={(name) => void end(steps.rename(mine.id, name), '已重命名')}
      />
    );
  if (asks === 'as')
    return (
      <ViewName
        label="另存为"
        name=""
        running={steps.running}
        onCancel={() => setAsks(null)}
        onNamed={(name) =>
          void end(
            steps.add({ list, name, content: content() }, (id) => open({ id })),
            '视图已保存',
          )
        }
      />
    );
  return (
    <div className="desk-views">
      <Views label="我的视图" views={views.filter(({ owner }) => owner === null)} viewing={viewing} onShow={show} />
      <Views label="共享视图" views={views.filter(({ owner }) => owner !== null)} viewing={viewing} onShow={show} />
      {views.length === 0 && <p className="desk-hint">{`还没有视图，可保存当前条件和列，最多${limits.views}个`}</p>}
      <div className="desk-views-steps">
        <Button size="small" onClick={() => show(null)}>
          恢复默认
        </Button>
        {mine && (
          <Button
            size="small"
            type="primary"
            disabled={!altered}
            loading={steps.running}
            onClick={() =>
              void end(
                steps.save(mine.id, content(), () => open(mine)),
                '视图已保存',
              )
            }
          >
            保存当前视图
          </Button>
        )}
        <Button size="small" onClick={() => setAsks('as')}>
          另存为
        </Button>
        {view && (
          <Button
            size="small"
            onClick={() => void end(steps.begin(list, begins ? null : view.id), begins ? '已取消默认' : '已设为默认')}
          >
            {begins ? '取消默认' : '设为默认'}
          </Button>
        )}
        {mine && (
          <>
            {own.may_share && (
              <Button size="small" onClick={() => setAsks('roles')}>
                共享给角色
              </Button>
            )}
            <Button size="small" onClick={() => setAsks('name')}>
              重命名
            </Button>
            <Popconfirm
              title={`删除视图“${mine.name}”？`}
              onConfirm={() =>
                void end(
                  steps.remove(mine.id, () => open(null)),
                  '视图已删除',
                )
              }
            >
              <Button size="small" danger>
                删除
              </Button>
            </Popconfirm>
          </>
        )}
      </div>
    </div>
  );
}

interface ViewsProps {
  label: string;
  views: readonly SavedView[];
  viewing: Viewing;
  onShow(view: SavedView): void;
}

function Views({ label, views, viewing: { view: shown, first }, onShow }: ViewsProps) {
  if (views.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Button
              size="small"
              type="text"
              block
              aria-current={view.id === shown?.id ? 'true' : undefined}
              onClick={() => onShow(view)}
            >
              {view.name}
            </Button>
            <span className="desk-hint">
              {[view.owner, view.roles.length > 0 && '已共享', view.id === first?.id && '默认']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
