import { useState } from 'react';
import { filePurposes, tooLargeWords, type UploadedFile, uploadFile } from '#contract/areas/tasks/files.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';

const uploads = { name: 'storedFile' } as const;

/** Sending one sheet to the file service. */
export interface Uploading {
  /** Sends it; the answer, or nothing where it did not arrive (`words` or `command` say why). */
  send(file: File): Promise<UploadedFile | undefined>;
  /** What is wrong with the file before anything is sent. */
  readonly words: string;
  readonly command: Command<UploadedFile>;
  /** Sends the one whose outcome nobody knows again. */
  retry(): Promise<UploadedFile | undefined>;
}

/** Uploads sheets for imports, one at a time; a file that is too large is told before it is sent. */
export function useUpload(): Uploading {
  const command = useCommand<UploadedFile>(uploads);
  const [words, setWords] = useState('');
  return {
    words,
    command,
    async send(file) {
      if (file.size > filePurposes.import.bytes) {
        setWords(tooLargeWords('import'));
        return undefined;
      }
      setWords('');
      const form = new FormData();
      form.append('biz', 'import');
      form.append('file', file, file.name);
      // A refused file is another try with another file: nothing of the first is asked for again.
      command.giveUp();
      const sent = await command.run(uploadFile, form);
      return sent.ok ? sent.value : undefined;
    },
    async retry() {
      const sent = await command.retry();
      return sent.ok ? sent.value : undefined;
    },
  };
}
