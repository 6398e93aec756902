-- A file for the bank is an order to pay: drawn once, by whom and when.
alter table payment
  add column bank_file_at timestamptz,
  add column bank_file_by bigint constraint payment_bank_file_by_fkey references admin (id);
create index payment_bank_file_by_of on payment (bank_file_by);
