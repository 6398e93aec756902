// vitest 5 uses three functions that Node 20 lacks, and only when a test fails: the failure's text would be lost.
// Goes away with Node 20 (reference/ecosystem T1).
function groups(items, keyOf, add) {
  let index = 0;
  for (const item of items) add(keyOf(item, index++), item);
}

Map.groupBy ??= (items, keyOf) => {
  const map = new Map();
  groups(items, keyOf, (key, item) => {
    const group = map.get(key);
    if (group === undefined) map.set(key, [item]);
    else group.push(item);
  });
  return map;
};

Object.groupBy ??= (items, keyOf) => {
  const object = Object.create(null);
  groups(items, keyOf, (key, item) => {
    object[key] ??= [];
    object[key].push(item);
  });
  return object;
};

Promise.withResolvers ??= function withResolvers() {
  let resolve;
  let reject;
  const promise = new this((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};
