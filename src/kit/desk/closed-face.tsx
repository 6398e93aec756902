import { Link } from 'react-router-dom';
import { wayInCall } from '#contract/areas/access/calls.ts';
import { faceOf, wordsOf } from '#src/engine/failure.ts';
import { useScreenChain } from '#src/engine/places.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Failure } from '#src/wire/sent.ts';
import { FailureFace } from './faces.tsx';

/** What ends a page, with a way on: it is not there, or this person may not see it. */
export function ClosedFace({ failure }: { failure: Failure }) {
  return faceOf(failure) === 'missing' ? <MissingFace failure={failure} /> : <ForbiddenFace failure={failure} />;
}

/** A record that is not there for this person: deleted, out of reach, or never named (specification §2, the empty detail). */
function MissingFace({ failure }: { failure: Failure }) {
  const [own, ...above] = useScreenChain();
  const list = above.at(-1);
  return (
    <div className="desk-closed">
      <div className="desk-face" role="alert">
        <p className="desk-face-words">暂无内容</p>
        <p className="desk-hint">{wordsOf(failure)}</p>
      </div>
      <nav className="desk-closed-ways" aria-label="离开此页">
        {list !== undefined && list !== own && (
          <Link className="button-plain" to={list}>
            返回列表
          </Link>
        )}
        {home}
      </nav>
    </div>
  );
}

/** A page that this person may not see: what it asks for, which roles have that, whom to ask, and the way home. */
function ForbiddenFace({ failure }: { failure: Failure }) {
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
      {home}
    </div>
  );
}

const home = (
  <Link className="button-plain" to="/dashboard/index">
    返回首页
  </Link>
);
