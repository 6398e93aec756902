import { Link } from 'react-router-dom';
import { wayInCall } from '#contract/areas/access/calls.ts';
import { useScreenChain } from '#src/engine/places.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Failure } from '#src/wire/sent.ts';
import { FailureFace } from './faces.tsx';

/** A page that this person may not see: what it asks for, which roles have that, whom to ask, and the way home. */
export function ForbiddenFace({ failure }: { failure: Failure }) {
  const routes = useScreenChain();
  const { value } = useRead({ name: 'wayIn' }, wayInCall, { input: { routes: [...routes] } });
  return (
    <div className="desk-closed">
      <FailureFace failure={failure} />
      {value && (
        <dl className="desk-closed-why" aria-label="如何获得权限">
          <dt>需要权限</dt>
          <dd>{value.needs.join(' 或 ')}</dd>
          {value.roles.length > 0 && (
            <>
              <dt>有此权限的角色</dt>
              <dd>{value.roles.join('、')}</dd>
            </>
          )}
          {value.people.length > 0 && (
            <>
              <dt>请联系</dt>
              <dd>{value.people.join('、')}</dd>
            </>
          )}
        </dl>
      )}
      <Link className="button-plain" to="/dashboard/index">
        返回首页
      </Link>
    </div>
  );
}
