import type { Fields } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { codeFileType, codeFileTypes } from './code-enums.ts';
import { isReading } from './code-file.ts';
import { codeOrder } from './code-order.ts';

const reason = (label: string) => prose(label, { required: true, least: limits.reasonLeast, most: limits.reason });
const epc = text('EPC码', { required: true });

/** What the calls of codes ask a person for, in the words of their dialogs. */
export const codeForms = {
  bind: { epc },
  rebind: { epc, reason: reason('换绑原因') },
  void: { reason: reason('作废原因') },
  move: { position: text('货位', { required: true }) },
  lost: { reason: reason('挂失原因') },
  found: { reason: reason('找回说明') },
  upload: {
    file_type: choice('文件类型', codeFileTypes, { required: true }),
    code_order_id: reference(() => codeOrder, '制码单', {
      visible: ({ file_type }) => file_type === codeFileType.factory,
    }),
    // A sheet of one zone needs none.
    zone: text('库区', { most: 16, visible: ({ file_type }) => file_type === codeFileType.count }),
    source_no: text('单据编号', { required: true, visible: ({ file_type }) => isReading(file_type) }),
  },
} as const satisfies Record<string, Fields>;
