-- A take by codes alone: an entry says which piece was read (amendments A).
alter table stocktaking_count add column code_id bigint references piece_code (id);
create index stocktaking_count_code on stocktaking_count (stocktaking_id, code_id) where code_id is not null;

-- As before, with which piece it was.
create or replace view stocktaking_standing as
select c.* from stocktaking_count c left join stocktaking_exception e on e.count_id = c.id and e.sku_id is not null
where c.kind <> 'void' and not exists (
  select 1 from stocktaking_count v
  where v.voids = c.op_id and v.stocktaking_id = c.stocktaking_id and v.kind = 'void'
    and (v.outcome = 'accepted' or (v.outcome = 'late' and c.outcome <> 'accepted' and e.count_id is null)));
create or replace view stocktaking_open_question as
select s.* from stocktaking_standing s where s.outcome in ('unknown', 'late')
union all
select v.* from stocktaking_count v join stocktaking_count c on c.op_id = v.voids
left join stocktaking_exception e on e.count_id = c.id and e.sku_id is not null
where v.kind = 'void' and v.outcome = 'late' and (c.outcome = 'accepted' or e.count_id is not null);
