-- K40: everything in a tree hangs, over however many steps, on something that hangs on nothing.
with recursive node as (
  select 'organize' as tree, id, parent_id from organize union all
  select 'category', id, parent_id from category union all
  select 'menuNode', id, parent_id from menu_node
), hung as (
  select tree, id from node where parent_id is null
  union
  select n.tree, n.id from node n join hung h on h.tree = n.tree and h.id = n.parent_id
)
select tree, id, parent_id from node where not exists (select 1 from hung h where h.tree = node.tree and h.id = node.id);
