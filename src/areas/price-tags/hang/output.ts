import type { HangTag } from '#contract/areas/price-tags/tag-calls.ts';
import { epcToWrite } from '#contract/areas/price-tags/written-epc.ts';
import { chooseLabelPort, sendToLabelPort } from '#src/platform/label-port.ts';
import { saveFile } from '#src/platform/save-file.ts';
import { getStored, setStored } from '#src/platform/storage.ts';
import type { PrintedTemplate } from '../tag-printer.tsx';

/** Where labels go: through the browser's printing, or as a label printer's own language to its line or into a file for a printer of the network. */
export const outputs = {
  browser: '浏览器打印',
  zplPort: 'ZPL · 串口打印机',
  tsplPort: 'TSPL · 串口打印机',
  zplFile: 'ZPL 文件',
  tsplFile: 'TSPL 文件',
} as const;
export type Output = keyof typeof outputs;

const key = 'device:label-output';
const baud = 9600;

/** What was chosen on this device last. */
export function outputKept(): Output {
  const kept = getStored<Output>(key);
  return kept.found === 'value' && kept.value in outputs ? kept.value : 'browser';
}

export function keepOutput(output: Output): void {
  setStored(key, output);
}

/** Asks for the printer before anything is registered: what cannot go anywhere is not printed. True where it can go. */
export async function isReady(output: Output): Promise<boolean> {
  return output === 'zplPort' || output === 'tsplPort' ? await chooseLabelPort() : true;
}

/** Sends labels in the language of a printer. `writes`: their tags are written as well, where the printer can. */
export async function sendLabels(
  output: Exclude<Output, 'browser'>,
  { template, tags, writes }: { template: PrintedTemplate; tags: readonly HangTag[]; writes: boolean },
): Promise<void> {
  const [{ zplOf }, { tsplOf }, { drawText }] = await Promise.all([
    import('../label/zpl.ts'),
    import('../label/tspl.ts'),
    import('../label/draw-text.ts'),
  ]);
  const labels = tags.map(({ values, copies, code_id }) => ({
    values,
    copies,
    epc: writes && code_id !== null ? epcOf(values) : null,
  }));
  const isZpl = output === 'zplPort' || output === 'zplFile';
  const bytes = (isZpl ? zplOf : tsplOf)(template, labels, drawText);
  if (output === 'zplPort' || output === 'tsplPort') return await sendToLabelPort(bytes, baud);
  return saveFile(new Blob([bytes.slice()], { type: 'application/octet-stream' }), `吊牌.${isZpl ? 'zpl' : 'tspl'}`);
}

const epcOf = ({ unique_code, barcode }: HangTag['values']): string =>
  epcToWrite({ unique_code, barcode: barcode === '' ? null : barcode });
