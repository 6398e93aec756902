import { useEffect, useRef, useState } from 'react';
import type { Field } from '#contract/kit/field.ts';
import { pictureOnItsWay } from '#contract/kit/kinds/picture.ts';
import { newOpId } from '#src/wire/op-id.ts';
import { isPassing } from '#src/wire/sent.ts';
import { wordsOf } from './failure.ts';
import { sendPicture } from './stored-file.ts';

/** A picture on its way into a field. */
export interface PictureUpload {
  readonly going: boolean;
  /** How much has gone, 0 to 1. */
  readonly part: number;
  /** Why the last one did not arrive; empty while nothing is wrong. */
  readonly fault: string;
  /** Sends the same file once more, under the same op id, where that may help. */
  readonly again: (() => void) | undefined;
  send(file: File): Promise<void>;
  /** Stops what is under way, and forgets it. */
  drop(): void;
}

interface Sending {
  readonly file: File;
  readonly opId: string;
}

/** Uploads the picture of a field: its value names the file once it is there, and until then nothing that a save takes. */
export function usePictureUpload(field: Field, onChange: (value: string | null) => void): PictureUpload {
  const job = useRef<AbortController>(undefined);
  const [going, setGoing] = useState(false);
  const [part, setPart] = useState(0);
  const [fault, setFault] = useState<{ words: string; again: Sending | null }>();
  useEffect(() => () => job.current?.abort(), []);

  const drop = () => {
    job.current?.abort();
    setGoing(false);
    setFault(undefined);
  };
  const go = async (sending: Sending) => {
    if (!field.upload) return;
    drop();
    const own = new AbortController();
    job.current = own;
    setGoing(true);
    setPart(0);
    onChange(pictureOnItsWay);
    const sent = await sendPicture(field.upload, sending.file, {
      opId: sending.opId,
      signal: own.signal,
      onPart: setPart,
    });
    // Another was chosen meanwhile, or the form was left.
    if (own.signal.aborted) return;
    setGoing(false);
    if (sent.ok) onChange(sent.value.path);
    else setFault({ words: wordsOf(sent.failure), again: isPassing(sent.failure) ? sending : null });
  };
  const again = fault?.again;
  return {
    going,
    part,
    fault: fault?.words ?? '',
    again: again ? () => void go(again) : undefined,
    send: (file) => go({ file, opId: newOpId() }),
    drop,
  };
}
