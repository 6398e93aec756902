-- Whoever counts a batch with a tablet says when they are done: an entry like a scan, which counts no pieces and names no goods.
alter table in_ware_batch_entry
  drop constraint in_ware_batch_entry_kind_check,
  drop constraint in_ware_batch_entry_barcode_check,
  drop constraint in_ware_batch_entry_check4,
  add constraint in_ware_batch_entry_kind_check check (kind in ('add', 'void', 'done')),
  add constraint in_ware_batch_entry_barcode_check check (char_length(barcode) between case kind when 'done' then 0 else 1 end and 64),
  -- What counts is of known goods; a taking-back is of what it takes back.
  add constraint in_ware_batch_entry_goods_check check (outcome <> 'accepted' or kind <> 'add' or sku_id is not null),
  add constraint in_ware_batch_entry_done_check check (kind <> 'done' or (barcode = '' and outcome = 'accepted' and sku_id is null));
