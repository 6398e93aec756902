-- A second reason why a line must be counted again: goods arrived while it was counted, and nobody found them (decision 0028).

alter table stocktaking_line
  drop constraint stocktaking_line_ambiguity_check,
  add constraint stocktaking_line_ambiguity_check check (ambiguity in (0, 1, 2));
