-- K91: wherever pieces of a batch stand, one costs what the last adjustment of it said, and its line of the inbound batch says so too (amendments B).
select d.id, l.new_cost as said, d.cost_price, b.id as stock_batch_id, b.cost_price as there
from (
  select distinct on (l.in_ware_detail_id) l.in_ware_detail_id, l.new_cost from cost_adjust_line l join cost_adjust c on c.id = l.cost_adjust_id and c.status = 3
  order by l.in_ware_detail_id, c.posted_at desc, l.id desc) l
join in_ware_batch_detail d on d.id = l.in_ware_detail_id left join stock_batch b on b.in_ware_detail_id = d.id
where d.cost_price is distinct from l.new_cost or b.cost_price is distinct from l.new_cost;
