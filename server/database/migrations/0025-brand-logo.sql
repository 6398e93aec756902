-- The logo of a brand (domain.md §3.2), uploaded by a call of its own.
alter table brand add column logo_path text collate "zh-x-icu" constraint brand_logo_path_check check (logo_path ~ '^/get/[0-9a-f]{32}$');
alter table stored_file
  drop constraint stored_file_purpose_check,
  add constraint stored_file_purpose_check check (purpose in ('import', 'voucher', 'logo'));
