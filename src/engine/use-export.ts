import { useState } from 'react';
import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { timeouts } from '#contract/kit/limits.ts';
import { saveFile } from '#src/platform/save-file.ts';
import { savedAs } from '#src/wire/file-name.ts';
import { wordsOf } from './failure.ts';
import type { Values } from './row.ts';
import { useWire } from './wire-context.tsx';

/** Saves a list as a file: what is asked on the screen, all its pages (specification §3 `export`, §9). */
export interface Export {
  /** Resolves to what went wrong, in words; to nothing when the file is saved. */
  save(asked: Values): Promise<string | undefined>;
  readonly running: boolean;
}

/** The export of a definition's list. */
export function useExport(definition: AnyDefinition): Export {
  const wire = useWire();
  const [running, setRunning] = useState(false);
  return {
    running,
    async save(asked) {
      const name = `${definition.label}-${businessDay(new Date())}`;
      setRunning(true);
      const sent = await wire.file(
        callsOf(definition).list,
        { ...asked, export: 1, fileName: name },
        { timeout: timeouts.export },
      );
      setRunning(false);
      if (!sent.ok) return wordsOf(sent.failure);
      saveFile(sent.value.blob, savedAs(name, sent.value.name));
      return undefined;
    },
  };
}
