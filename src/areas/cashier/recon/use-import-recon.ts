import { useState } from 'react';
import { cashierCalls } from '#contract/areas/cashier/cashier-calls.ts';
import { cashierForms } from '#contract/areas/cashier/cashier-forms.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { filePurposes, tooLargeWords, type UploadedFile, uploadFile } from '#contract/areas/tasks/files.ts';
import type { Fields } from '#contract/kit/field.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Values } from '#src/engine/row.ts';
import { useCommand } from '#src/engine/use-command.ts';

const uploads = { name: 'storedFile' } as const;

/** A channel's bill on its way: the bytes first, then which day of which channel they are of. */
export interface ImportingRecon {
  readonly values: Values;
  set(name: string, value: unknown): void;
  readonly fields: Fields;
  readonly ready: boolean;
  readonly running: boolean;
  readonly wrong: string;
  /** Sends a file; the id of the recon, nothing where it was refused. Sent again after an unknown outcome, nothing is done twice. */
  send(file: File): Promise<number | undefined>;
}

export function useImportRecon(): ImportingRecon {
  const bytes = useCommand<UploadedFile>(uploads);
  const taken = useCommand<{ id: number; no: string; version: number }>(channelRecon);
  const [values, setValues] = useState<Values>({});
  const [wrong, setWrong] = useState('');
  const fields: Fields = cashierForms.reconImport;
  return {
    values,
    fields,
    running: bytes.running || taken.running,
    wrong,
    ready: Object.keys(fields).every((name) => Boolean(values[name])),
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    async send(file) {
      setWrong(file.size > filePurposes.recon.bytes ? tooLargeWords('recon') : '');
      if (file.size > filePurposes.recon.bytes) return undefined;
      const form = new FormData();
      form.append('biz', 'recon');
      form.append('file', file, file.name);
      bytes.giveUp();
      const uploaded = await bytes.run(uploadFile, form);
      if (!uploaded.ok) {
        setWrong(wordsOf(uploaded.failure));
        return undefined;
      }
      const sent = await taken.run(cashierCalls.reconImport, {
        channel: Number(values.channel),
        recon_date: String(values.recon_date),
        file_id: uploaded.value.id,
      });
      if (!sent.ok) setWrong(wordsOf(sent.failure));
      return sent.ok ? sent.value.id : undefined;
    },
  };
}
