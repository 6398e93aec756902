-- Which pieces of a line are imperfect, and which of them were repaired or scrapped, where they have codes.
alter table imperfect_record_line add column code_ids bigint[] not null default '{}';
alter table imperfect_deal add column code_ids bigint[] not null default '{}';
