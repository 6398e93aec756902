-- I34: what an operation did to the cost of the company's own goods, in warehouses (1405) and in transit (1408), its vouchers say, place by place.
-- An event of it that waits for a voucher, or was left out, says so itself. Where no books are kept yet nothing is said.
with own as (
  select distinct on (in_ware_detail_id) in_ware_detail_id from stock_batch where in_ware_detail_id is not null and coalesce(co_model, 1) <> 1
), moved as (
  select r.op_id, r.location_id, r.in_ware_detail_id, r.cost_amount from stock_ledger r where r.cost_amount <> 0
  union all
  select v.op_id, v.location_id, v.in_ware_detail_id, v.cost_amount from stock_value_ledger v
), stock as (
  select m.op_id, l.warehouse_id, l.kind, sum(m.cost_amount) as amount
  from moved m join location l on l.id = m.location_id and l.kind in ('warehouse', 'transit')
  where not exists (select 1 from own o where o.in_ware_detail_id = m.in_ware_detail_id)
  group by 1, 2, 3 having sum(m.cost_amount) <> 0
), books as (
  select g.op_id, e.warehouse_id, case s.code when '1405' then 'warehouse' else 'transit' end as kind, sum(e.debit - e.credit) as amount
  from voucher_event x join event_log g on g.id = x.event_id join voucher v on v.id = x.voucher_id and v.status in (1, 2, 3)
  join voucher_entry e on e.voucher_id = v.id join account_subject s on s.id = e.subject_id and s.code in ('1405', '1408')
  group by 1, 2, 3 having sum(e.debit - e.credit) <> 0
)
select op_id, coalesce(s.warehouse_id, b.warehouse_id) as warehouse_id, coalesce(s.kind, b.kind) as kind, coalesce(s.amount, 0) as stock, coalesce(b.amount, 0) as books
from stock s full join books b using (op_id, warehouse_id, kind)
where coalesce(s.amount, 0) <> coalesce(b.amount, 0) and exists (select 1 from voucher_event)
  and not exists (
    select 1 from voucher_abnormal_event w join voucher_abnormal a on a.id = w.voucher_abnormal_id and a.status in (1, 3) join event_log g on g.id = w.event_id
    where g.op_id = coalesce(s.op_id, b.op_id));
