-- Of pieces that a count did not find and that have a code: for how many it is said which.
alter table stocktaking_line add column named_qty bigint not null default 0 constraint stocktaking_line_named_qty_check check (named_qty >= 0);
