import type { Places } from '../../kit/place.ts';

export const places: Places = {
  codeOrder: {
    list: '/storage/order_control/order_control',
    record: '/storage/order_control/order_control?id={id}',
  },
  uniqueCode: { list: '/storage/order_control/codeList', record: '/storage/goodsPooltrack?code={no}' },
  codeRecord: { list: '/storage/order_control/code_record', record: '/storage/goodsPooltrack?code={no}' },
  codeFile: { list: '/storage/uploadCodeFile', record: '/storage/uploadCodeFile?id={id}' },
  codeReturn: { list: '/storage/codeReturnList', record: '/storage/codeReturnList?id={id}' },
  goodsPool: { list: '/storage/goodsPool', record: '/storage/goodsPooltrack?code={no}' },
  inWareCode: { list: '/storage/inwaredetaLists', record: '/storage/goodsPooltrack?code={no}' },
};
