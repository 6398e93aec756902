import type { Places } from '../../kit/place.ts';

export const places: Places = {
  contract: { list: '/contract/contrackList', record: '/contract/contrackShenhe?id={id}' },
  contractBrandAuth: { list: '/contract/contrackYx', record: '/contract/contrackYx' },
  purchasePriceSheet: { list: '/contract/cgListht', record: '/contract/cgDetails?id={id}' },
  purchasePrice: { list: '/contract/cgListht', record: '/contract/cgListht', screenOf: 'purchasePriceSheet' },
};
