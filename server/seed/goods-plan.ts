/** One sort of goods of the demo company: how many styles, of which brands, sizes and prices (domain.md §13.6). */
export interface Sort {
  /** Category from the top: `女装/上装/T恤`. */
  readonly category: string;
  readonly styles: number;
  readonly brands: readonly string[];
  readonly unit: string;
  readonly run: string;
  /** Sizes of the run that are made; all of them unless given. */
  readonly sizes?: readonly [first: number, last: number];
  /** Fewest and most colours; none for goods without. */
  readonly colors: readonly [number, number] | undefined;
  /** Tag price in yuan, least and most. */
  readonly price: readonly [number, number];
  readonly season?: string;
  readonly sex?: string;
  /** What names are made of: look, stuff, thing. */
  readonly words: readonly [looks: readonly string[], stuffs: readonly string[], thing: string];
  /** Days it keeps, for goods that expire. */
  readonly keeps?: readonly [number, number];
  readonly apparel?: true;
}

const looks = ['宽松', '修身', '直筒', '简约', '复古', '通勤', '廓形', '短款', '中长款', '小众'];
const cotton = ['纯棉', '棉麻', '精梳棉', '莱赛尔', '竹节棉'];
const women = ['禾木森', '素织', '青岚', '卡罗维'];
const men = ['廿一纪', '素织', '卡罗维'];

const top = (name: string, more: Partial<Sort> & Pick<Sort, 'styles' | 'price'>): Sort => ({
  category: `女装/上装/${name}`,
  brands: women,
  unit: '件',
  run: 'LETTER',
  sizes: [1, 5],
  colors: [3, 4],
  sex: '女',
  words: [looks, cotton, name],
  apparel: true,
  ...more,
});
const bottom = (name: string, more: Partial<Sort> & Pick<Sort, 'styles' | 'price'>): Sort => ({
  category: `女装/下装/${name}`,
  brands: women,
  unit: '条',
  run: 'WPANTS',
  colors: [2, 3],
  sex: '女',
  words: [['高腰', '直筒', '阔腿', '小脚', '九分'], ['水洗', '弹力', '垂感', '加绒'], name],
  apparel: true,
  ...more,
});
const his = (name: string, more: Partial<Sort> & Pick<Sort, 'styles' | 'price'>): Sort => ({
  ...top(name, more),
  category: `男装/上装/${name}`,
  brands: men,
  sizes: [2, 6],
  sex: '男',
  ...more,
});
const hers = (category: string, more: Partial<Sort> & Pick<Sort, 'styles' | 'price' | 'run' | 'words'>): Sort => ({
  category,
  brands: ['步禾'],
  unit: '双',
  colors: [2, 2],
  ...more,
});

/** 180 styles. */
export const sorts: readonly Sort[] = [
  top('T恤', { styles: 10, price: [99, 299], season: '夏' }),
  top('衬衫', { styles: 8, price: [199, 499], season: '春' }),
  top('卫衣', { styles: 6, price: [199, 399], season: '秋' }),
  top('针织衫', { styles: 7, price: [199, 499], season: '秋' }),
  top('羽绒服', {
    styles: 6,
    price: [699, 1999],
    season: '冬',
    brands: ['凌羽'],
    words: [looks, ['白鸭绒', '鹅绒', '轻薄'], '羽绒服'],
  }),
  top('风衣', { styles: 4, price: [499, 999], season: '春' }),
  bottom('牛仔裤', { styles: 6, price: [199, 499], brands: ['蓝缎'], season: '四季' }),
  bottom('休闲裤', { styles: 4, price: [159, 399], season: '四季' }),
  bottom('半身裙', {
    styles: 4,
    price: [159, 399],
    run: 'LETTER',
    sizes: [0, 4],
    season: '夏',
    words: [['A字', '百褶', '包臀'], ['雪纺', '棉麻', '针织'], '半身裙'],
  }),
  { ...top('连衣裙', { styles: 5, price: [259, 699], season: '夏' }), category: '女装/连衣裙' },
  his('T恤', { styles: 8, price: [99, 299], season: '夏' }),
  his('衬衫', { styles: 6, price: [199, 499], season: '春' }),
  his('POLO', { styles: 4, price: [159, 359], season: '夏', words: [looks, cotton, 'POLO衫'] }),
  his('夹克', { styles: 5, price: [299, 699], season: '秋', words: [looks, ['工装', '飞行员', '教练'], '夹克'] }),
  his('羽绒服', {
    styles: 4,
    price: [699, 1999],
    season: '冬',
    brands: ['凌羽'],
    words: [looks, ['白鸭绒', '鹅绒'], '羽绒服'],
  }),
  {
    ...bottom('牛仔裤', { styles: 6, price: [199, 499] }),
    category: '男装/下装/牛仔裤',
    brands: ['蓝缎', '廿一纪'],
    run: 'MPANTS',
    sex: '男',
    colors: [2, 2],
    season: '四季',
  },
  {
    ...bottom('休闲裤', { styles: 5, price: [159, 399] }),
    category: '男装/下装/休闲裤',
    brands: men,
    run: 'MPANTS',
    sex: '男',
    colors: [2, 2],
    season: '四季',
  },
  {
    ...bottom('短裤', { styles: 2, price: [99, 259] }),
    category: '男装/下装/短裤',
    brands: men,
    run: 'MPANTS',
    sex: '男',
    colors: [2, 2],
    season: '夏',
  },
  {
    ...top('运动上衣', { styles: 8, price: [159, 459], sizes: [1, 5] }),
    category: '运动户外/运动上衣',
    brands: ['北辰运动'],
    sex: '中性',
    colors: [3, 3],
    words: [looks, ['速干', '轻氧', '网眼'], '运动上衣'],
  },
  {
    ...top('运动裤', { styles: 7, price: [159, 399], sizes: [1, 5] }),
    category: '运动户外/运动裤',
    unit: '条',
    brands: ['北辰运动'],
    sex: '中性',
    colors: [2, 3],
    words: [['束脚', '直筒', '宽松'], ['速干', '针织', '梭织'], '运动裤'],
  },
  {
    ...top('冲锋衣', { styles: 5, price: [499, 1299], sizes: [1, 6] }),
    category: '运动户外/冲锋衣',
    brands: ['远行者'],
    sex: '中性',
    colors: [3, 3],
    words: [['三合一', '轻量', '防风'], ['硬壳', '软壳'], '冲锋衣'],
  },
  {
    ...top('男童', { styles: 8, price: [79, 299], run: 'KIDS', sizes: [1, 6] }),
    category: '童装/男童',
    brands: ['木鹿童'],
    sex: '男童',
    colors: [2, 2],
    words: [['卡通', '条纹', '字母'], cotton, '男童套装'],
  },
  {
    ...top('女童', { styles: 8, price: [79, 299], run: 'KIDS', sizes: [1, 6] }),
    category: '童装/女童',
    brands: ['木鹿童'],
    sex: '女童',
    colors: [2, 2],
    words: [['碎花', '蝴蝶结', '格纹'], cotton, '女童连衣裙'],
  },
  {
    ...top('婴幼', { styles: 4, price: [59, 199], run: 'KIDS', sizes: [0, 2] }),
    category: '童装/婴幼',
    brands: ['木鹿童'],
    sex: '中性',
    colors: [2, 2],
    words: [['连体', '分体'], cotton, '婴幼家居服'],
  },
  hers('鞋靴/女鞋', {
    styles: 7,
    price: [299, 699],
    run: 'WSHOES',
    sex: '女',
    words: [['方头', '尖头', '玛丽珍'], ['软底', '粗跟', '平底'], '单鞋'],
  }),
  hers('鞋靴/男鞋', {
    styles: 5,
    price: [299, 899],
    run: 'MSHOES',
    sex: '男',
    words: [['商务', '休闲'], ['头层牛皮', '软底'], '皮鞋'],
  }),
  hers('鞋靴/运动鞋', {
    styles: 5,
    price: [299, 799],
    run: 'MSHOES',
    sex: '中性',
    brands: ['北辰运动'],
    words: [['缓震', '轻量', '厚底'], ['网面', '飞织'], '跑鞋'],
  }),
  hers('鞋靴/童鞋', {
    styles: 3,
    price: [149, 359],
    run: 'KSHOES',
    sex: '中性',
    words: [['防滑', '魔术贴'], ['透气', '轻便'], '童鞋'],
  }),
  hers('箱包配饰/女包', {
    styles: 3,
    price: [199, 599],
    run: 'FREE',
    unit: '个',
    colors: [3, 3],
    brands: ['卡罗维'],
    words: [['托特', '斜挎', '水桶'], ['软皮', '帆布'], '女包'],
  }),
  hers('箱包配饰/双肩包', {
    styles: 2,
    price: [159, 499],
    run: 'FREE',
    unit: '个',
    colors: [3, 3],
    brands: ['远行者'],
    words: [['大容量', '轻便'], ['防泼水', '牛津布'], '双肩包'],
  }),
  hers('箱包配饰/帽子', {
    styles: 2,
    price: [39, 129],
    run: 'FREE',
    unit: '个',
    colors: [3, 4],
    brands: ['卡罗维'],
    words: [['渔夫', '棒球'], ['纯棉', '灯芯绒'], '帽'],
  }),
  hers('箱包配饰/围巾', {
    styles: 2,
    price: [79, 299],
    run: 'FREE',
    unit: '条',
    colors: [3, 4],
    brands: ['素织'],
    words: [['格纹', '素色'], ['羊毛', '仿羊绒'], '围巾'],
  }),
  hers('箱包配饰/皮带', {
    styles: 1,
    price: [99, 299],
    run: 'FREE',
    unit: '条',
    colors: [2, 2],
    brands: ['卡罗维'],
    words: [['自动扣'], ['头层牛皮'], '皮带'],
  }),
  hers('美妆个护/面膜', {
    styles: 3,
    price: [59, 159],
    run: 'FREE',
    unit: '盒',
    colors: undefined,
    brands: ['悦肌'],
    keeps: [730, 1095],
    words: [['补水', '舒缓', '焕亮'], ['玻尿酸', '积雪草'], '面膜'],
  }),
  hers('美妆个护/洗护', {
    styles: 2,
    price: [49, 129],
    run: 'FREE',
    unit: '个',
    colors: undefined,
    brands: ['悦肌'],
    keeps: [730, 1095],
    words: [['清爽', '滋养'], ['氨基酸', '山茶花'], '洗发露'],
  }),
  hers('食品零食/坚果', {
    styles: 3,
    price: [29, 99],
    run: 'FREE',
    unit: '袋',
    colors: undefined,
    brands: ['果知味'],
    keeps: [180, 270],
    words: [['每日', '原味', '盐焗'], ['混合', '巴旦木', '腰果'], '坚果'],
  }),
  hers('食品零食/饼干', {
    styles: 2,
    price: [15, 49],
    run: 'FREE',
    unit: '盒',
    colors: undefined,
    brands: ['果知味'],
    keeps: [180, 270],
    words: [['黄油', '全麦'], ['曲奇', '苏打'], '饼干'],
  }),
];
