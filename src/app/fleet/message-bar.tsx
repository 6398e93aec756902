import { putMessageAway } from '#src/platform/message-read.ts';
import { useUpdate } from '../update-store.ts';

/** What operations have to say to this device, until somebody has read it. */
export function MessageBar({ id, words }: { id: number; words: string }) {
  const read = () => {
    putMessageAway(id);
    useUpdate.setState({ message: null });
  };
  return (
    <aside className="update-banner" role="status">
      <span>{words}</span>
      <button type="button" className="button-plain" onClick={read}>
        知道了
      </button>
    </aside>
  );
}
