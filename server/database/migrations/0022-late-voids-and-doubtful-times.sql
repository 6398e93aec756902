-- An un-count never undoes what a person of the office has decided, and the time of a count may be in doubt (decision 0036).

-- True: the clock of the device was set between its last measurement and this count, so nobody knows when it was made.
alter table stocktaking_count add column time_doubtful boolean not null default false;

-- A third reason why a line must be counted again: its figure rests on a count whose time is in doubt.
alter table stocktaking_line
  drop constraint stocktaking_line_ambiguity_check,
  add constraint stocktaking_line_ambiguity_check check (ambiguity in (0, 1, 2, 3));

-- Entries that stand: not taken back by an un-count. One that came late takes back only what nobody counts yet: against an
-- accepted entry, or one that the office has let in as some goods, it waits for a person itself.
create or replace view stocktaking_standing as
select c.* from stocktaking_count c left join stocktaking_exception e on e.count_id = c.id and e.sku_id is not null
where c.kind <> 'void' and not exists (
  select 1 from stocktaking_count v
  where v.voids = c.op_id and v.stocktaking_id = c.stocktaking_id and v.kind = 'void'
    and (v.outcome = 'accepted' or (v.outcome = 'late' and c.outcome <> 'accepted' and e.count_id is null)));

-- What waits for a person: unknown barcodes, late counts, late un-counts of what is counted.
create or replace view stocktaking_open_question as
select s.* from stocktaking_standing s where s.outcome in ('unknown', 'late')
union all
select v.* from stocktaking_count v join stocktaking_count c on c.op_id = v.voids
left join stocktaking_exception e on e.count_id = c.id and e.sku_id is not null
where v.kind = 'void' and v.outcome = 'late' and (c.outcome = 'accepted' or e.count_id is not null);
