import { lazy, type ReactNode, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { NoticeHost } from '#src/kit/notice-host.tsx';
import { hasAuthorization } from '#src/platform/session.ts';
import { BrandMark } from './brand-mark.tsx';
import { framesOf } from './routing/frames.ts';
import { PartMissing } from './routing/stale-chunk.ts';
import { useRenewal } from './use-renewal.ts';
import { Watermark } from './watermark/watermark.tsx';

const Office = lazy(async () => ({ default: (await import('./office/office-frame.tsx')).Frame }));

/** The router's own error face (specification §2, no catch-all): an address that leads nowhere, or a frame that would not load. */
export function AddressFace() {
  const error = useRouteError();
  const unknown = isRouteErrorResponse(error) && error.status === 404;
  // Who works here keeps menu and top bar: from there they find what they looked for.
  if (unknown && hasAuthorization() && framesOf(location.pathname)[0] === 'office')
    return (
      <>
        <Suspense>
          <Office>
            <NoSuchPage />
          </Office>
        </Suspense>
        <NoticeHost />
        <Watermark />
      </>
    );
  return (
    <main className="face-page">
      <BrandMark />
      {unknown ? <NoSuchPage /> : <Fault error={error} />}
    </main>
  );
}

/** A screen that would not load or fell over. The frame around it stays, so the way out is the menu. */
export function ScreenFault() {
  return <Fault error={useRouteError()} />;
}

function NoSuchPage() {
  return (
    <Face mark="404" title="没有这个页面" text="地址可能写错了，或者页面已经搬走。">
      {home}
    </Face>
  );
}

function Fault({ error }: { error: unknown }) {
  if (error instanceof PartMissing && error.offline) {
    return (
      <Face mark="离线" title="此页面尚未存到本机" text="连接网络后再打开。仓库模式的盘点不受影响。">
        {again}
        <a className="button-plain" href="/hand">
          仓库模式
        </a>
      </Face>
    );
  }
  if (error instanceof PartMissing) return <NewVersion />;
  return (
    <Face mark="出错" title="页面出错了" text="您已保存的内容不受影响。重新打开通常就好。">
      {again}
      {home}
    </Face>
  );
}

/** This screen is of a version that is gone from the server: the newer one is taken at a word, as from the banner. */
function NewVersion() {
  const { words, asking, begin } = useRenewal();
  return (
    <Face mark="更新" title="页面已有新版本" text={words || '重新打开就能继续；如果仍然打不开，请联系管理员。'}>
      <button type="button" className="button-main" disabled={asking} onClick={begin}>
        {asking ? '请稍候' : '重新打开'}
      </button>
      {home}
    </Face>
  );
}

function Face({ mark, title, text, children }: { mark: string; title: string; text: string; children: ReactNode }) {
  return (
    <section className="face" role="alert">
      <span className="face-mark" aria-hidden="true">
        {mark}
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="face-actions">{children}</div>
    </section>
  );
}

// Full loads on purpose: whatever state led here is gone with them.
const again = (
  <button type="button" className="button-main" onClick={() => location.reload()}>
    重新打开
  </button>
);
const home = (
  <a className="button-plain" href="/dashboard/index">
    返回首页
  </a>
);
