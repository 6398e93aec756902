import './stocktaking.css';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { nextStepCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { useRead } from '#src/engine/use-read.ts';

/** Who may take the next step of a sheet, as the server says. */
export function NextActor({ id }: { id: number }) {
  const { value } = useRead(stocktaking, nextStepCall, { input: { id } });
  if (!value?.label) return null;
  const { label, people, total, roles } = value;
  return (
    <p className="next-actor">
      下一步：<strong>{label}</strong>
      {total === 0 ? (
        <span className="next-actor-nobody">没有人可以办理，请检查角色和数据范围</span>
      ) : (
        <span className="desk-hint">
          {`${people.join('、')}${total > people.length ? ` 等 ${total} 人` : ''}（${roles.join('、')}）`}
        </span>
      )}
    </p>
  );
}
