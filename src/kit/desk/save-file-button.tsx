import { Button } from 'antd';
import { useState } from 'react';
import type { Call } from '#contract/kit/call.ts';
import { timeouts } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { saveFile } from '#src/platform/save-file.ts';
import { useToast } from './toast.ts';

interface SaveFileButtonProps<In> {
  call: Call<In, never>;
  input: In;
  disabled?: boolean;
  /** 导出 by default. */
  label?: string;
}

/** What a page shows as a file, at once; shown to those who hold the key. */
export function SaveFileButton<In>({ call, input, disabled = false, label = '导出' }: SaveFileButtonProps<In>) {
  const wire = useWire();
  const toast = useToast();
  const mayUse = useAllowed(call.access);
  const [saving, setSaving] = useState(false);
  if (!mayUse) return null;
  const save = async () => {
    setSaving(true);
    const sent = await wire.file(call, input, { timeout: timeouts.export });
    setSaving(false);
    if (sent.ok) saveFile(sent.value.blob, sent.value.name);
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <Button loading={saving} disabled={disabled} onClick={() => void save()}>
      {label}
    </Button>
  );
}
