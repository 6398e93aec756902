import { Button } from 'antd-mobile';
import { useNavigate, useParams } from 'react-router-dom';
import { Face, LoadingFace } from '#src/kit/hand/faces.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { QueueStrip } from '../queue-strip.tsx';
import { usePerson } from '../use-person.ts';
import { ReceiveBench } from './receive-bench.tsx';
import { useBatch } from './use-batch.ts';
import { useReceiveView, useReceiving } from './use-receiving.ts';

/** Counts the goods of one inbound batch. Opens without the network, from what was downloaded. */
export function Screen() {
  const batch = Number(useParams()['id']);
  const { uid } = usePerson();
  const navigate = useNavigate();
  const receiving = useReceiving();
  const { open, online, loading, trouble, again } = useBatch(uid, batch);
  const view = useReceiveView(uid, batch);
  const back = () => void navigate('/hand');
  const remove = async () => {
    if (await receiving.remove(uid, batch)) await navigate('/hand');
    else toast('还有未发送或需处理的记录，不能移除');
  };
  if (open && view)
    return (
      <ReceiveBench
        key={batch}
        open={open}
        uid={uid}
        view={view}
        trouble={trouble}
        onBack={back}
        remove={
          <Button block size="large" fill="none" onClick={() => void remove().catch(reportError)}>
            从本机移除
          </Button>
        }
      />
    );
  return (
    <PageFrame title="入库清点" onBack={back} strip={<QueueStrip uid={uid} />}>
      {loading || open ? (
        <LoadingFace />
      ) : online ? (
        <Face title="没有取到入库批次" text={trouble} action="再试" onAction={again} />
      ) : (
        <Face title="本机没有这个批次" text="连上网络打开一次，之后可以离线清点。" />
      )}
    </PageFrame>
  );
}
