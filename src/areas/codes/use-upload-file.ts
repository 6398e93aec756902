import { useState } from 'react';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeFile } from '#contract/areas/codes/code-file.ts';
import { codeForms } from '#contract/areas/codes/code-forms.ts';
import { filePurposes, tooLargeWords, type UploadedFile, uploadFile } from '#contract/areas/tasks/files.ts';
import { isVisible } from '#contract/kit/conditions.ts';
import type { Fields } from '#contract/kit/field.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Values } from '#src/engine/row.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';

const uploads = { name: 'storedFile' } as const;

/** A file of codes on its way: the bytes first, then what they are of. */
export interface UploadingCodes {
  readonly values: Values;
  set(name: string, value: unknown): void;
  /** Fields that this kind of file has. */
  readonly fields: Fields;
  readonly ready: boolean;
  readonly running: boolean;
  readonly wrong: string;
  /** Sends a file; the id of the code file that it became, nothing where it was refused. Sent again after an unknown outcome, nothing is done twice. */
  send(file: File): Promise<number | undefined>;
}

export function useUploadFile(): UploadingCodes {
  const bytes = useCommand<UploadedFile>(uploads);
  const taken: Command<{ id: number; no: string }> = useCommand(codeFile);
  const [values, setValues] = useState<Values>({});
  const [wrong, setWrong] = useState('');
  const fields = Object.fromEntries(
    Object.entries(codeForms.upload as Fields).filter(([, field]) => isVisible(field, values)),
  );
  return {
    values,
    fields,
    running: bytes.running || taken.running,
    wrong,
    ready: Object.entries(fields).every(([name, field]) => field.required !== true || Boolean(values[name])),
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    async send(file) {
      setWrong(file.size > filePurposes.codes.bytes ? tooLargeWords('codes') : '');
      if (file.size > filePurposes.codes.bytes) return undefined;
      const form = new FormData();
      form.append('biz', 'codes');
      form.append('file', file, file.name);
      bytes.giveUp();
      const uploaded = await bytes.run(uploadFile, form);
      if (!uploaded.ok) {
        setWrong(wordsOf(uploaded.failure));
        return undefined;
      }
      const about = Object.fromEntries(
        Object.keys(fields).flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
      );
      const sent = await taken.run(codeCalls.upload, { file_id: uploaded.value.id, ...about } as never);
      if (!sent.ok) setWrong(wordsOf(sent.failure));
      return sent.ok ? sent.value.id : undefined;
    },
  };
}
