-- Of a handheld's file: the zone of the sheet that it counts in.
alter table code_file add column zone text collate "zh-x-icu" constraint code_file_zone_check check (char_length(zone) <= 16);
