import { Button } from 'antd-mobile';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Face, LoadingFace } from '#src/kit/hand/faces.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { QueueStrip } from '../queue-strip.tsx';
import type { useSheet } from './use-sheet.ts';

interface WorkPageProps {
  uid: number;
  title: string;
  /** What it is about, in words. */
  what: string;
  sheet: Pick<ReturnType<typeof useSheet>, 'online' | 'loading' | 'trouble' | 'again'> & { readonly ready: boolean };
  remove(): Promise<boolean>;
  /** The screen once everything is read, with the way to forget the document. */
  children(parts: { back(): void; remove: ReactNode }): ReactNode;
}

/** Opens a document from what was downloaded, without the network too; says what to do where it is not on this device. */
export function WorkPage({ uid, title, what, sheet, remove, children }: WorkPageProps) {
  const navigate = useNavigate();
  const back = () => void navigate('/hand');
  const forget = async () => {
    if (await remove()) await navigate('/hand');
    else toast('还有未发送或需处理的记录，不能移除');
  };
  const button = (
    <Button block size="large" fill="none" onClick={() => void forget().catch(reportError)}>
      从本机移除
    </Button>
  );
  if (sheet.ready) return children({ back, remove: button });
  return (
    <PageFrame title={title} onBack={back} strip={<QueueStrip uid={uid} />}>
      {sheet.loading ? (
        <LoadingFace />
      ) : sheet.online ? (
        <Face title={`没有取到${what}`} text={sheet.trouble} action="再试" onAction={sheet.again} />
      ) : (
        <Face title={`本机没有这个${what}`} text="连上网络打开一次，之后可以离线办理。" />
      )}
    </PageFrame>
  );
}
