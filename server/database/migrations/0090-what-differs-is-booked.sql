-- Gains, losses, own use, scrap, opening stock and lost pieces of allots have their vouchers (7, 8, 18), consigned ones their items (domain.md §5.3, §7.2).

-- Opening stock was earned before there were books: it is neither income nor a difference that somebody has to clear.
insert into account_subject (code, name, parent_code, direction) values ('4104', '利润分配', null, 2);

insert into voucher_rule (event, part, debit_code, credit_code) values
  ('allotReceived', 'surplus', '1405', '1405'),
  ('allotReturned', 'goods', '1405', '1408'),
  ('stockDiffered', 'difference', '1405', '1901'),
  ('stockDiffered', 'lostInTransit', '1408', '1901'),
  ('stockDiffered', 'scrap', '1405', '1901'),
  ('stockDiffered', 'ownUse', '1405', '6601'),
  ('stockDiffered', 'otherOut', '1405', '6601'),
  ('stockDiffered', 'otherIn', '1405', '6301'),
  ('stockDiffered', 'opening', '1405', '4104'),
  ('stockDiffered', 'sold', '1405', '6401.01'),
  ('consignedDiffered', 'sold', '6401.02', '2202.02'),
  ('consignedDiffered', 'difference', '1901', '2202.02'),
  ('consignedDiffered', 'scrap', '1901', '2202.02'),
  ('consignedDiffered', 'ownUse', '6601', '2202.02'),
  ('consignedDiffered', 'otherOut', '6601', '2202.02');

-- A document may lose pieces of one batch at several times.
alter table settle_item add column event_id bigint constraint settle_item_event_id_fkey references event_log (id);
drop index settle_item_of_source;
create unique index settle_item_of_source on settle_item (source_type, source_id, source_line_id, item_type, event_id) nulls not distinct where status <> -1;
create index settle_item_of_loss on settle_item (supplier_id, sku_id, id) where event_id is not null;

-- What happened before waits for its vouchers: finance has them made, or leaves out what was booked by hand.
create temporary table differed on commit drop as
with leg as (
  select r.id, case when r.corrects_count_of is null then r.doc_type else 'stocktaking' end as source_type, coalesce(r.corrects_count_of, r.doc_id) as source_id,
    coalesce(t.stocktaking_no, r.doc_no) as source_no, r.business_date, r.op_id, r.admin_id, r.posted_at, r.line_id, r.sku_id, r.imperfect_type,
    coalesce(l.warehouse_id, a.in_warehouse_id) as warehouse_id, l.warehouse_id is null as in_transit,
    case when l.warehouse_id is null then 402 else r.biz_type end as biz_type,
    case when l.warehouse_id is null or r.biz_type in (104, 204) then 'gain_loss' else coalesce(p.kind, 'gain_loss') end as party, r.in_ware_detail_id,
    case when l.warehouse_id is null then -r.delta else r.delta end as qty, case when l.warehouse_id is null then -r.cost_amount else r.cost_amount end as cost_amount
  from stock_ledger r join location l on l.id = r.location_id
  left join stocktaking t on t.id = r.corrects_count_of
  left join allot a on l.warehouse_id is null and r.doc_type = 'allot' and a.id = r.doc_id
  left join lateral (
    select o.kind from stock_ledger c join location o on o.id = c.location_id and o.warehouse_id is null
    where c.doc_type = r.doc_type and c.doc_id = r.doc_id and c.op_id = r.op_id and c.sku_id = r.sku_id and c.biz_type = r.biz_type and c.line_id is not distinct from r.line_id limit 1
  ) p on l.warehouse_id is not null
  where l.kind = 'warehouse' and r.biz_type in (104, 105, 107, 204, 205) or l.kind = 'gain_loss' and r.biz_type = 206
), event as (
  select nextval(pg_get_serial_sequence('event_log', 'id')) as id, g.source_type, g.source_id, g.source_no, g.business_date, g.op_id, g.admin_id, g.at
  from (select source_type, source_id, source_no, business_date, op_id, admin_id, min(posted_at) as at from leg group by 1, 2, 3, 4, 5, 6 order by min(id)) g
)
select e.id as event_id, e.source_type, e.source_id, e.source_no, e.business_date, e.op_id, e.admin_id, e.at, l.biz_type, l.co_model, l.cost_amount,
  jsonb_build_object('line_id', l.line_id, 'sku_id', l.sku_id, 'imperfect_type', l.imperfect_type, 'warehouse_id', l.warehouse_id, 'in_transit', l.in_transit, 'biz_type', l.biz_type,
    'party', l.party, 'in_ware_detail_id', l.in_ware_detail_id, 'supplier_id', l.supplier_id, 'co_model', l.co_model, 'qty', l.qty, 'cost_amount', coalesce(l.cost_amount, 0)) as piece
from event e join (
  select leg.*, b.supplier_id, b.co_model from leg
  left join lateral (select supplier_id, co_model from stock_batch s where s.in_ware_detail_id = leg.in_ware_detail_id limit 1) b on true
) l on (l.source_type, l.source_id, l.source_no, l.business_date, l.op_id, l.admin_id) = (e.source_type, e.source_id, e.source_no, e.business_date, e.op_id, e.admin_id);

insert into event_log (id, name, payload, op_id, admin_id, at)
select event_id, 'stockDiffered', jsonb_build_object('source_type', source_type, 'source_id', source_id, 'source_no', source_no, 'business_date', business_date, 'pieces', jsonb_agg(piece)),
  op_id, admin_id, at
from differed group by event_id, source_type, source_id, source_no, business_date, op_id, admin_id, at;

create temporary table unbooked on commit drop as
select nextval(pg_get_serial_sequence('voucher_abnormal', 'id')) as id, g.* from (
  select event_id, source_type, source_no, business_date, admin_id, at, case when biz_type in (104, 204) then 7 when biz_type = 402 then 8 else 18 end as biz_type
  from differed where coalesce(co_model, 1) = 1 group by 1, 2, 3, 4, 5, 6, 7 having sum(cost_amount) <> 0 order by 1, 7
) g;

insert into voucher_abnormal (id, period, biz_type, source_type, source_no, error_type, error, status, created_by, updated_by, created_at, updated_at)
select id, to_char(business_date, 'YYYY-MM'), biz_type, source_type, source_no, 6, '发生时尚未生成此类凭证', 1, admin_id, admin_id, at, at from unbooked;

insert into voucher_abnormal_event (voucher_abnormal_id, event_id) select id, event_id from unbooked;
